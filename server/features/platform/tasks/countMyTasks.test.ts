import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newRequest } from '../../../../test/newRequest.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { insertEmergencyAccess } from '../../access/emergency/emergency.fixture.ts'
import { makeSandbox, type SandboxFixture } from '../../sandboxes/sandboxes/sandboxes.fixture.ts'
import { endWave, freeNumbers, launch } from '../../services/edge/edge.fixture.ts'
import { type StuckRun, startWithStuckRun } from '../runs/stuckRun.fixture.ts'

let stuckRun: StuckRun
beforeAll(async () => {
  stuckRun = await startWithStuckRun()
})
afterAll(() => stuckRun.app.close())

async function tasksOf(givenName: string): Promise<Record<string, number>> {
  const { status, body } = await stuckRun.app.as(stuckRun.app.persona(givenName).id).get('/me/tasks')
  expect(status).toBe(200)
  return Object.fromEntries(body.tasks.map(({ kind, count }: { kind: string; count: number }) => [kind, count]))
}
const added = (before: Record<string, number>, after: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(after).flatMap(([kind, count]) => (count === before[kind] ? [] : [[kind, count - (before[kind] ?? 0)]])),
  )

describe('countMyTasks', () => {
  it('counts the tasks of administrators only for administrators', async () => {
    const { app } = stuckRun
    const [before, engineerBefore] = [await tasksOf('Niamh'), await tasksOf('Tomasz')]
    expect(before.stuckRuns).toBe(1)
    await endWave(app, await launch(app, 'Halted rollout', freeNumbers(app, 1)), 'halted')
    await makeSandbox(app.db, { name: 'left-over', owners: [app.persona('Priya').id], status: 'quarantined' })
    app.simulator.faults.add({ service: 'servicenow', action: { kind: 'status', status: 401 } })
    await expect(app.context.clients.servicenow.getByCorrelationId('x')).rejects.toThrow()
    expect(added(before, await tasksOf('Niamh'))).toEqual({ stuckRollouts: 1, stuckSandboxes: 1, failingConnectors: 1 })
    expect(await tasksOf('Tomasz')).toEqual(engineerBefore)
    expect(await tasksOf('Grace')).not.toHaveProperty('stuckRuns')
  })

  it('counts a post-use report for owners and administrators, but not for its author', async () => {
    const names = ['Niamh', 'Daniel', 'Priya', 'Tomasz']
    const before = await Promise.all(names.map(tasksOf))
    await insertEmergencyAccess(stuckRun.app, 0, 'report')
    const after = await Promise.all(names.map(tasksOf))
    expect(after.map((tasks, index) => added(before[index]!, tasks))).toEqual([{ emergencyReviews: 1 }, { emergencyReviews: 1 }, {}, {}])
  })

  it('counts the same approvals as the inbox, and requests that were sent back to their requester', async () => {
    const { app } = stuckRun
    const inbox = (await app.as(app.persona('Daniel').id).get('/account-approvals/inbox')).body.total
    expect((await tasksOf('Daniel')).approvals ?? 0).toBe(inbox)
    const before = await tasksOf('Priya')
    const { body } = await app.as(app.persona('Priya').id).post('/account-requests', newRequest(app, { name: 'returned-account' }))
    const vote = { decision: 'requestChanges', stage: 1, comment: 'Name the cost centre of the campaign.' }
    expect((await app.as(app.persona('Ravi').id).post(`/account-approvals/${body.approvals[0].id}`, vote)).status).toBe(200)
    expect(added(before, await tasksOf('Priya'))).toEqual({ changesRequested: 1 })
  })

  it('counts the sandboxes that need an owner as their list does, and not after an owner requested what is missing', async () => {
    const { app } = stuckRun
    const priya = app.as(app.persona('Priya').id)
    const before = await tasksOf('Priya')
    const owners = [app.persona('Priya').id]
    const terms = { approval: { mode: 'required' as const } }
    const lease = { lease_start: new Date(), lease_end: new Date(Date.now() + 17 * 3_600_000) }
    const endingId = await makeSandbox(app.db, { name: 'ending', owners, terms, ...lease })
    const spentId = await makeSandbox(app.db, { name: 'spent', owners, terms, ...lease, spent: 4_000 })
    await makeSandbox(app.db, { name: 'ending-of-daniel', owners: [app.persona('Daniel').id], members: owners, ...lease })
    await makeSandbox(app.db, { name: 'calm', owners, terms })
    const marked = async () =>
      (await priya.get('/sandboxes/mySandboxes')).body.filter(({ needsAction }: { needsAction: boolean }) => needsAction).length
    const [counted, listed] = [(await tasksOf('Priya')).sandboxes!, await marked()]
    expect(counted).toBe(listed)
    expect(counted - (before.sandboxes ?? 0)).toBe(2)
    const extension = { hours: 24, budget: 0, justification: 'The trial takes a day longer.' }
    for (const id of [endingId, spentId]) expect((await priya.post(`/sandboxes/${id}/extend`, extension)).status).toBe(201)
    expect([(await tasksOf('Priya')).sandboxes, await marked()]).toEqual([counted - 1, listed - 1])
    expect((await priya.get(`/sandboxes/${spentId}`)).body).toMatchObject({ needsAction: true, extension: { status: 'pending_approval' } })
  })

  it('counts a sandbox that its budget soon freezes, until an owner requests both the time and the budget that are missing', async () => {
    const { app } = stuckRun
    const priya = app.as(app.persona('Priya').id)
    const terms = { approval: { mode: 'required' as const } }
    const common = { owners: [app.persona('Priya').id], terms, spent: 1_500, spend_at: new Date(), lease_start: new Date() }
    const sandbox = async (name: string, leaseHours: number, hourlyRate: number) =>
      makeSandbox(app.db, { ...common, name, lease_end: new Date(Date.now() + leaseHours * 3_600_000), hourly_rate: hourlyRate })
    const needsAction = async (id: string) => (await priya.get(`/sandboxes/${id}`)).body.needsAction
    const extend = async (id: string, hours: number, budget: number) =>
      priya.post(`/sandboxes/${id}/extend`, { hours, budget, justification: 'The trial takes a few days longer.' })
    const before = (await tasksOf('Priya')).sandboxes ?? 0
    const inFiveHours = 700_000_000
    const [freezing, both, endsFirst] = [
      await sandbox('freezing', 200, inFiveHours),
      await sandbox('both', 20, inFiveHours),
      await sandbox('ends-first', 20, 100_000_000),
    ]
    const calm = await sandbox('late-freeze', 200, 20_000_000)
    expect(await Promise.all([freezing, both, endsFirst, calm].map(needsAction))).toEqual([true, true, true, false])
    expect((await tasksOf('Priya')).sandboxes).toBe(before + 3)
    await extend(freezing, 24, 0)
    await extend(both, 24, 0)
    await extend(endsFirst, 0, 500)
    expect(await Promise.all([freezing, both, endsFirst].map(needsAction))).toEqual([true, true, true])
    for (const id of [freezing, both, endsFirst]) {
      const { extension } = (await priya.get(`/sandboxes/${id}`)).body
      await priya.patch(`/sandbox-requests/${extension.id}`, { hours: 24, budget: 500 })
    }
    expect(await Promise.all([freezing, both, endsFirst].map(needsAction))).toEqual([false, false, false])
    expect((await tasksOf('Priya')).sandboxes ?? 0).toBe(before)
  })

  it('doesn’t count a sandbox that never freezes, or that an owner froze or deleted', async () => {
    const { app } = stuckRun
    const owners = [app.persona('Priya').id]
    const thresholds = (action: 'notify' | 'freeze') => ({ terms: { thresholds: [{ percent: 80, action }] } })
    const at = new Date()
    const deleting = { status: 'deleting' as const, delete_requested_at: at, delete_at: new Date(Date.now() + 86_400_000) }
    const cases: [string, Partial<SandboxFixture>, boolean][] = [
      ['only-notifies', { spent: 4_000, ...thresholds('notify') }, false],
      ['nearly-freezes', { spent: 4_000, terms: { thresholds: [{ percent: 90, action: 'freeze' }] } }, true],
      ['frozen-by-owner', { status: 'frozen', freeze_cause: 'owner', frozen_at: at }, false],
      ['frozen-by-budget', { status: 'frozen', freeze_cause: 'budget', frozen_at: at, spent: 5_000 }, true],
      ['deleted-by-owner', { ...deleting, delete_cause: 'owner' }, false],
      ['lease-ended', { ...deleting, delete_cause: 'expired' }, true],
    ]
    for (const [name, fields, needsAction] of cases) {
      const before = (await tasksOf('Priya')).sandboxes ?? 0
      const id = await makeSandbox(app.db, { name, owners, ...fields })
      expect((await app.as(owners[0]!).get(`/sandboxes/${id}`)).body.needsAction, name).toBe(needsAction)
      expect(((await tasksOf('Priya')).sandboxes ?? 0) - before, name).toBe(needsAction ? 1 : 0)
    }
  })

  roleSuite(
    'countMyTasks',
    () => stuckRun.app,
    () => ({ path: '/me/tasks' }),
  )
})
