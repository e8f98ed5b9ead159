import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../server/db/database.ts'
import { freeze, resumeLease, startDeletion, startSandboxRemoval } from '../../server/features/sandboxes/leases/transitions.ts'
import { loadHostedSandbox } from '../../server/features/sandboxes/provisioning/hostedSandbox.ts'
import {
  addCapacity,
  deleteSandboxRows,
  readOutcome,
  requestFor,
  statusOf,
  waitForStatus,
  waitUntilResolved,
} from '../../server/features/sandboxes/provisioning/sandboxWork.fixture.ts'
import { handlers } from '../../server/handlers.ts'
import { logger } from '../../server/http/logger.ts'
import { deployWorkload } from '../../simulator/arm/deployWorkload.ts'
import type { FaultAction, FaultRule } from '../../simulator/core/faults.ts'
import { startTestApp, type TestApp } from '../app.ts'

let app: TestApp
const appliedFaults = new Set<FaultAction>()

interface FailureCase {
  title: string
  rules?: (location: string) => FaultRule[]
  inTheWay?: (name: string) => Promise<() => Promise<unknown>>
  stuck?: { process: 'provisioning' | 'freezing' | 'resuming' | 'cleanup'; step: string; says: RegExp }
}
const buildResponse = (
  status: number,
  count: number,
  code: string,
  headers?: Record<string, string>,
): Pick<FaultRule, 'count' | 'action'> => ({
  count,
  action: { kind: 'status', status, body: { error: { code, message: `${code}, says Azure.` } }, ...(headers ? { headers } : {}) },
})
const lostResponse: Pick<FaultRule, 'count' | 'action'> = { count: 1, action: { kind: 'reset', when: 'after' } }
const arm = (method: string, path: string, item: Pick<FaultRule, 'count' | 'action'>): FaultRule => ({
  service: 'arm',
  method,
  path,
  ...item,
})

const failures: FailureCase[] = [
  {
    title: 'throttling of all calls, with and without a retry delay',
    rules: (location) => [
      arm('PUT', `${location}\\?`, buildResponse(429, 2, 'TooManyRequests', { 'retry-after': '1' })),
      arm('PUT', `${location}/.*/roleAssignments/`, buildResponse(429, 1, 'TooManyRequests')),
      arm('POST', `${location}/.*/deallocate`, buildResponse(429, 1, 'TooManyRequests', { 'retry-after': '1' })),
      arm('DELETE', `${location}\\?`, buildResponse(429, 1, 'TooManyRequests', { 'retry-after': '1' })),
    ],
  },
  {
    title: 'lost responses to all calls that create, stop, start or remove something',
    rules: (location) => [
      arm('PUT', `${location}\\?`, lostResponse),
      arm('PUT', `${location}/.*/policyAssignments/slipway-regions`, lostResponse),
      arm('PUT', `${location}/.*/budgets/`, lostResponse),
      arm('PUT', `${location}/.*/roleAssignments/`, lostResponse),
      arm('DELETE', `${location}/.*/roleAssignments/`, lostResponse),
      arm('POST', `${location}/.*/deallocate`, lostResponse),
      arm('POST', `${location}/.*/start`, lostResponse),
      arm('DELETE', `${location}\\?`, lostResponse),
    ],
  },
  {
    title: '503 for longer than the retries of one call, a truncated response, and a status that is unknown at first',
    rules: (location) => [
      arm('GET', `${location}\\?`, buildResponse(503, 6, 'ServerTimeout')),
      arm('GET', `${location}/.*/policyAssignments/`, { count: 1, action: { kind: 'truncate' } }),
      arm('GET', `${location}/.*/roleAssignments\\?`, buildResponse(500, 2, 'InternalServerError')),
    ],
  },
  {
    title: 'a resource group that is already being deleted',
    rules: (location) => [arm('DELETE', `${location}\\?`, buildResponse(409, 1, 'ResourceGroupBeingDeleted'))],
  },
  {
    title: 'another resource group with the same name',
    inTheWay: async (name) => {
      const { subscription_id } = await app.db.selectFrom('sandbox_hosts').select('subscription_id').executeTakeFirstOrThrow()
      const location = `rg-sbx-${name}`
      await app.context.clients.arm.putResourceGroup(subscription_id, location, { location: 'uksouth', tags: {} })
      return () => app.context.clients.arm.deleteResourceGroup(subscription_id, location)
    },
    stuck: {
      process: 'provisioning',
      step: 'createScope',
      says: /^nameTaken: .*rg-sbx-/,
    },
  },
  {
    title: 'another directory group with the same name',
    inTheWay: async (name) => {
      const { graph } = app.context.clients
      const [displayName, of] = [`sbx-${name}-owners`, { description: 'Ours', ownerIds: [], memberIds: [] }]
      const { id } = await graph.createGroup({ displayName, mailNickname: displayName, ...of })
      return () => graph.deleteGroup(id)
    },
    stuck: { process: 'provisioning', step: 'createGroups', says: /^groupNameTaken: .*sbx-/ },
  },
  {
    title: 'policies that Azure rejects',
    rules: (location) => [arm('PUT', `${location}/.*/policyAssignments/`, buildResponse(400, 1, 'InvalidPolicyParameters'))],
    stuck: { process: 'provisioning', step: 'setPolicies', says: /InvalidPolicyParameters/ },
  },
  {
    title: 'a VM that does not stop',
    rules: (location) => [
      arm('POST', `${location}/.*/deallocate`, {
        count: 2,
        action: { kind: 'failAsync', code: 'InternalExecutionError', message: 'It hangs.' },
      }),
    ],
    stuck: { process: 'freezing', step: 'stopCompute', says: /vm-.*It hangs/ },
  },
  {
    title: 'no capacity to start a VM again',
    rules: (location) => [
      arm('POST', `${location}/.*/start`, {
        count: 2,
        action: { kind: 'failAsync', code: 'AllocationFailed', message: 'No capacity in the region.' },
      }),
    ],
    stuck: { process: 'resuming', step: 'startCompute', says: /vm-.*No capacity/ },
  },
  {
    title: 'a lock that keeps role assignments, while VMs are still stopped',
    inTheWay: async (name) => {
      const { subscription_id } = await app.db.selectFrom('sandbox_hosts').select('subscription_id').executeTakeFirstOrThrow()
      const scopeId = `/subscriptions/${subscription_id}/resourceGroups/rg-sbx-${name}`
      const [locks, key] = [app.simulator.state.collection<object>('arm.locks'), `${scopeId.toLowerCase()}|keep`]
      const lock = { name: 'keep', scopeKey: scopeId.toLowerCase(), scopeId, level: 'CanNotDelete', notes: null }
      locks.set(key, lock)
      return async () => locks.set(key, { ...lock, deleted: true })
    },
    stuck: { process: 'freezing', step: 'verifyStopped', says: /^locked: / },
  },
]
const named = failures.map((failure, n) => ({ ...failure, name: `trouble-${n}` }))
const preparedByKey = new Map<string, { id: string; rules: FaultRule[]; clear: (() => Promise<unknown>) | undefined }>()

beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  app.simulator.asyncDelayMs = 50
  const { apply } = app.simulator.faults
  app.simulator.faults.apply = (request) => {
    const actions = apply(request)
    for (const action of actions) appliedFaults.add(action)
    return actions
  }
  await deleteSandboxRows(app.databaseUrl)
  await addCapacity(app, { shared: 50 })
  for (const { name, rules, inTheWay } of named) {
    const ownRules = rules?.(`resource[gG]roups/rg-sbx-${name}`) ?? []
    for (const rule of ownRules) app.simulator.faults.add(rule)
    preparedByKey.set(name, { clear: await inTheWay?.(name), rules: ownRules, id: await requestFor(app, { name }) })
  }
  await app.jobs.work(handlers({ ...app.context, databaseUrl: app.databaseUrl, log: logger('silent') }))
})
afterAll(() => app.close())

type TransferTest = (
  world: { db: TestApp['db']; jobs: TestApp['jobs'] },
  transitionInput: { sandboxId: string; by: null; now: Date },
) => Promise<unknown>
const advance = (sandboxId: string, transfer: TransferTest) =>
  inTransaction(app.db, (tx) => transfer({ db: tx, jobs: app.jobs }, { sandboxId, by: null, now: app.context.now() }))

async function waitForEnd(id: string, process: string, { stuck }: FailureCase, clear: (() => Promise<unknown>) | undefined): Promise<void> {
  await waitUntilResolved(app, id)
  if (stuck?.process !== process) return
  const niamh = app.as(app.persona('Niamh').id)
  const { runs } = (await niamh.get('/sandbox-work')).body
  const item = runs.find((each: { sandbox: { id: string } }) => each.sandbox.id === id)
  if (process === 'freezing' && clear) expect(await loadRunning(id)).toEqual([])
  expect(item).toMatchObject({ process, state: 'failed', error: expect.any(String) })
  await clear?.()
  const step = await app.db
    .selectFrom('work_steps')
    .select(['name', 'error'])
    .where('run_id', '=', item.runId)
    .where('status', '=', 'failed')
    .executeTakeFirstOrThrow()
  expect({ step: step.name, says: `${step.error?.code}: ${step.error?.message}` }).toEqual({
    step: stuck.step,
    says: expect.stringMatching(stuck.says),
  })
  expect(item.error).toContain(step.error?.message)
  expect((await niamh.post(`/work/${item.runId}/steps/${step.name}/retry`)).status).toBe(200)
  await waitUntilResolved(app, id)
}

async function loadRunning(id: string): Promise<string[]> {
  const { arm } = app.context.clients
  const matches = await arm.listStoppable((await loadHostedSandbox(app.db, id)).scope)
  return matches.filter(({ power }) => power !== 'stopped').map(({ name }) => name)
}

describe('creating and removing a sandbox despite a failure', () => {
  it.concurrent.each(named)('succeeds despite $title', async (failure) => {
    const { id, rules, clear } = preparedByKey.get(failure.name)!
    await waitForEnd(id, 'provisioning', failure, clear)
    expect(await statusOf(app, id)).toBe('active')
    const { scope } = await loadHostedSandbox(app.db, id)
    const [machine] = deployWorkload(app.simulator, scope, 'machineLab')
    const { readPower } = app.context.clients.arm

    await advance(id, (world, transitionInput) => freeze(world, { ...transitionInput, cause: 'admin' }))
    await waitForEnd(id, 'freezing', failure, clear)
    expect([await readPower(machine!), (await readOutcome(app, id)).rights]).toEqual(['stopped', 0])

    await advance(id, resumeLease)
    await waitForEnd(id, 'resuming', failure, clear)
    expect([await readPower(machine!), (await readOutcome(app, id)).rights]).toEqual(['running', 2])

    await advance(id, (world, transitionInput) => startDeletion(world, { ...transitionInput, cause: 'admin' }))
    await waitUntilResolved(app, id)
    await app.db.updateTable('sandboxes').set({ delete_at: app.context.now() }).where('id', '=', id).execute()
    await advance(id, startSandboxRemoval)
    await waitForEnd(id, 'cleanup', failure, clear)
    await waitForStatus(app, id, 'deleted')
    const { status, place: location, groups, notifiedTwice } = await readOutcome(app, id)
    expect({ status, place: location, groups: groups.map(({ there }) => there), notifiedTwice }).toEqual({
      status: 'deleted',
      place: false,
      groups: [false, false],
      notifiedTwice: [],
    })
    expect(rules.filter(({ action }) => !appliedFaults.has(action))).toEqual([])
  })
})
