import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { armAudience, platformServicePrincipalId, slipwayServicePrincipalId } from '../../../../simulator/core/constants.ts'
import { setLink } from '../../../../simulator/graph/groupDirectory.ts'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { approveAll } from '../../../../test/approveAll.ts'
import { previousAttempts } from '../../../../test/previousAttempts.ts'
import { systemActionsOf } from '../../../../test/systemActionsOf.ts'
import { until } from '../../../../test/until.ts'
import { handlers } from '../../../handlers.ts'
import { logger } from '../../../http/logger.ts'
import { startDropOwnerRole } from './dropOwnerRole.ts'

const hourMs = 3_600_000
const [ownerRole, userAccessAdministrator, contributor] = [
  '8e3af657-a8ff-443c-a75c-2fe8c4bcb635',
  '18d7d88d-d35e-4fb5-a5c3-7773c20a72d9',
  'b24988ac-6180-42a0-ab88-20f7382dd24c',
]
const root = '/providers/Microsoft.Management/managementGroups/northgate'

let app: TestApp
let laterMs = 0
let usedAccounts = 0
const calls: { method: string; path: string }[] = []
beforeAll(async () => {
  app = await startTestApp({ now: () => new Date(Date.now() + laterMs), settings: () => ({ SLIPWAY_SUBSCRIPTION_OWNER_ID: '' }) })
  app.simulator.asyncDelayMs = 20
  app.simulator.exchanges.onExchange(({ method, path }) => calls.push({ method, path }))
})
beforeEach(() => {
  laterMs = 0
  app.simulator.faults.clear()
})
afterAll(() => app.close())

interface Account {
  id: string
  subscriptionId: string
}
interface Assignment {
  id: string
  properties: { principalId: string; roleDefinitionId: string; scope: string; condition: string | null }
}

async function platform(method: string, path: string, properties?: object) {
  const token = await app.simulator.mintToken({ oid: platformServicePrincipalId, audience: armAudience })
  const response = await fetch(`${app.simulator.origins.arm}${path}${path.includes('?') ? '&' : '?'}api-version=2022-04-01`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(properties ? { body: JSON.stringify({ properties }) } : {}),
  })
  expect(response.ok, `${method} ${path} ${response.status}`).toBe(true)
  const text = await response.text()
  return text === '' ? undefined : JSON.parse(text)
}
const assignmentsOf = (scope: string) => `${scope}/providers/Microsoft.Authorization/roleAssignments`
const scopeOf = ({ subscriptionId }: Account) => `/subscriptions/${subscriptionId}`

async function assign(scope: string, role: string, principalId: string, options: object = {}): Promise<string> {
  const roleDefinitionId = `/providers/Microsoft.Authorization/roleDefinitions/${role}`
  const principalType = 'ServicePrincipal'
  const { id } = await platform('PUT', `${assignmentsOf(scope)}/${randomUUID()}`, {
    roleDefinitionId,
    principalId,
    principalType,
    ...options,
  })
  return id
}
const makeOwner = (account: Account, principalId = slipwayServicePrincipalId, options: object = {}) =>
  assign(scopeOf(account), ownerRole!, principalId, options)
const makeGroupOwner = (account: Account) => makeOwner(account, app.company.groups[0]!.id, { principalType: 'Group' })

async function directIds(account: Account): Promise<string[]> {
  const { value } = await platform('GET', `${assignmentsOf(scopeOf(account))}?$filter=atScope()`)
  return (value as Assignment[]).filter(({ properties }) => properties.scope === scopeOf(account)).map(({ id }) => id)
}
const callsTo = ({ subscriptionId }: Account) => calls.filter(({ path }) => path.includes(subscriptionId))
const deletedIds = (account: Account) => callsTo(account).flatMap(({ method, path }) => (method === 'DELETE' ? [path] : []))

const attemptName = (name: string) => (previousAttempts() === 0 ? name : `${name}-${previousAttempts()}`)
function nextAccount(): Account {
  return app.company.accounts.filter(({ status, kind }) => status === 'active' && kind === 'cloud')[usedAccounts++]!
}
async function start({ id, subscriptionId }: Account): Promise<void> {
  await app.db.transaction().execute((db) => startDropOwnerRole({ db, jobs: app.jobs }, { accountId: id, subscriptionId }))
}
const runOf = ({ id }: Account) =>
  app.db
    .selectFrom('work_runs as r')
    .innerJoin('work_steps as s', 's.run_id', 'r.id')
    .select(['r.id', 'r.status', 'r.stuck_since', 'r.cause_code', 's.note', 's.output', 's.checkpoint', 's.next_attempt_at', 's.attempts'])
    .where('kind', '=', 'dropOwnerRole')
    .where('subject_id', '=', id)
    .executeTakeFirstOrThrow()
const reaches = (account: Account, status: string) => until(async () => (await runOf(account)).status === status)
async function makeDue(account: Account): Promise<void> {
  const { id: runId } = await runOf(account)
  await app.db.updateTable('work_steps').set({ next_attempt_at: app.context.now() }).where('run_id', '=', runId).execute()
  await app.jobs.send(app.db, 'work', { runId })
}
const actionsOf = async (account: Account) => (await systemActionsOf(app, account.id)).filter(([, run]) => run === 'dropOwnerRole')

describe('dropOwnerRole', () => {
  it('removes the role of a new account once a different application is Owner, and the account waits for nothing', async () => {
    const { accountId: id } = await approveAll(app, attemptName('owner-late'), { connectivity: 'none' })
    const accountRow = () => app.db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    await until(async () => (await accountRow()).status === 'active')
    const account = { id, subscriptionId: (await accountRow()).subscription_id! }
    await reaches(account, 'waiting')
    expect(await runOf(account)).toMatchObject({ status: 'waiting', stuck_since: null, note: expect.stringContaining('last Owner') })
    expect(deletedIds(account)).toEqual([])
    await makeOwner(account, platformServicePrincipalId)
    const idsBefore = await directIds(account)
    const { owner } = (await runOf(account)).checkpoint
    await makeDue(account)
    await reaches(account, 'succeeded')
    expect(deletedIds(account)).toEqual([owner])
    expect(await directIds(account)).toEqual(idsBefore.filter((each) => each !== owner))
    expect(await actionsOf(account)).toEqual([['ownerRoleRemoved', 'dropOwnerRole']])
    laterMs = 11_000
    const niamh = app.as(app.persona('Niamh').id)
    expect((await niamh.post(`/accounts/${id}/health/refresh`)).status).toBe(200)
    const { tags } = (await niamh.get(`/accounts/${id}`)).body
    const changeResponse = await app.as(app.persona('Daniel').id).patch(`/accounts/myAccounts/${id}`, { tags: { ...tags, team: 'basket' } })
    expect(changeResponse.status).toBe(200)
    await until(async () => (await app.context.clients.arm.getTags(scopeOf(account)))?.team === 'basket')
  })

  it('keeps the role without a deletion if no application becomes Owner within 24 hours', async () => {
    const account = nextAccount()
    await makeOwner(account)
    await makeGroupOwner(account)
    const idsBefore = await directIds(account)
    await start(account)
    await reaches(account, 'waiting')
    for (laterMs of [1, 3, 7, 15].map((hours) => hours * hourMs)) {
      await makeDue(account)
      await until(async () => ((await runOf(account)).next_attempt_at ?? 0) > app.context.now())
      const delayMs = (await runOf(account)).next_attempt_at!.getTime() - app.context.now().getTime()
      expect([delayMs > 0.9 * Math.min(laterMs, 4 * hourMs), delayMs <= 4 * hourMs]).toEqual([true, true])
    }
    laterMs = 24.1 * hourMs
    await makeDue(account)
    await reaches(account, 'succeeded')
    expect(deletedIds(account)).toEqual([])
    expect(await directIds(account)).toEqual(idsBefore)
    expect(await actionsOf(account)).toEqual([['ownerRoleKept', 'dropOwnerRole']])
  })

  it('deletes only Slipway’s Owner role in this subscription', async () => {
    const account = nextAccount()
    const otherAccount = nextAccount()
    const outsider = randomUUID()
    const kept = [
      await assign(root, ownerRole!, slipwayServicePrincipalId),
      await makeOwner(otherAccount),
      await assign(scopeOf(account), contributor!, slipwayServicePrincipalId),
      await assign(scopeOf(account), userAccessAdministrator!, outsider),
      await makeGroupOwner(account),
    ]
    const owner = await makeOwner(account)
    await start(account)
    await reaches(account, 'succeeded')
    expect(deletedIds(account)).toEqual([owner])
    expect(deletedIds(otherAccount)).toEqual([])
    for (const id of kept) expect((await platform('GET', id)).id).toBe(id)
    await app.context.clients.arm.deleteRoleAssignment(kept.at(-1)!)
    await platform('DELETE', kept[0]!)
  })

  it('reads the role assignments once if Slipway isn’t Owner', async () => {
    const account = nextAccount()
    await makeOwner(account, platformServicePrincipalId)
    const callsBefore = callsTo(account).length
    await start(account)
    await reaches(account, 'succeeded')
    expect(
      callsTo(account)
        .slice(callsBefore)
        .map(({ method }) => method),
    ).toEqual(['GET'])
    expect(await actionsOf(account)).toEqual([])
  })

  it('keeps other roles of Slipway, and the Owner role of a group that Slipway is in', async () => {
    const account = nextAccount()
    setLink(app.simulator, app.company.groups[0]!.id, 'members', slipwayServicePrincipalId, true)
    const kept = [
      await makeOwner(account, platformServicePrincipalId),
      await makeGroupOwner(account),
      await assign(scopeOf(account), contributor!, slipwayServicePrincipalId),
      await assign(scopeOf(account), userAccessAdministrator!, slipwayServicePrincipalId),
    ]
    await start(account)
    await reaches(account, 'succeeded')
    expect(await directIds(account)).toEqual(expect.arrayContaining(kept))
    expect(deletedIds(account)).toEqual([])
    setLink(app.simulator, app.company.groups[0]!.id, 'members', slipwayServicePrincipalId, false)
  })

  it('keeps a role with a condition, because Azure never adds one', async () => {
    const account = nextAccount()
    await makeOwner(account, platformServicePrincipalId)
    await makeOwner(account, slipwayServicePrincipalId, { condition: "@Resource[x] StringEquals 'y'" })
    await start(account)
    await reaches(account, 'succeeded')
    expect(deletedIds(account)).toEqual([])
  })

  it('keeps the role if the other Owner has a condition', async () => {
    const account = nextAccount()
    await makeOwner(account)
    await makeOwner(account, platformServicePrincipalId, { condition: "@Resource[x] StringEquals 'y'" })
    await start(account)
    await reaches(account, 'waiting')
    expect(deletedIds(account)).toEqual([])
  })

  it('waits while no role of a management group reaches the subscription, and appears as stuck after 48 hours', async () => {
    const account = nextAccount()
    await makeOwner(account, platformServicePrincipalId)
    const owner = await makeOwner(account)
    const permission = { service: 'Azure', name: 'Microsoft.Resources/tags/write' } as const
    app.simulator.permissions.take(permission)
    await start(account)
    await reaches(account, 'waiting')
    expect((await runOf(account)).note).toContain(permission.name)
    laterMs = 49 * hourMs
    await makeDue(account)
    await reaches(account, 'failed')
    expect(await runOf(account)).toMatchObject({ cause_code: 'tookTooLong' })
    expect(deletedIds(account)).toEqual([])
    app.simulator.permissions.restoreAccess(permission)
    const { id: runId } = await runOf(account)
    expect((await app.as(app.persona('Niamh').id).post(`/work/${runId}/steps/removeOwnerRole/retry`)).status).toBe(200)
    await reaches(account, 'succeeded')
    expect(deletedIds(account)).toEqual([owner])
  })

  it('ignores permissions that Azure grants only under a condition, except for role assignments', async () => {
    const account = nextAccount()
    await makeOwner(account, platformServicePrincipalId)
    await makeOwner(account)
    const [slipwayRole] = (await platform('GET', `${assignmentsOf(root)}?$filter=principalId eq '${slipwayServicePrincipalId}'`)).value
    const { roleDefinitionId, principalId } = slipwayRole.properties
    const restrict = async (condition: string | null) => {
      await platform('DELETE', slipwayRole.id)
      return assign(root, roleDefinitionId.split('/').at(-1), principalId, { condition })
    }
    slipwayRole.id = await restrict("@Resource[x] StringEquals 'y'")
    await start(account)
    await reaches(account, 'waiting')
    const { note } = await runOf(account)
    expect(note).toContain('*/read')
    expect(note).not.toContain('Microsoft.Authorization/roleAssignments/write')
    slipwayRole.id = await restrict(null)
    await makeDue(account)
    await reaches(account, 'succeeded')
  })

  it('records one removal if the response to the deletion is lost', async () => {
    const account = nextAccount()
    await makeOwner(account, platformServicePrincipalId)
    const owner = await makeOwner(account)
    const deletion = { service: 'arm', method: 'DELETE', path: account.subscriptionId } as const
    app.simulator.faults.add({ ...deletion, action: { kind: 'reset', when: 'after' } })
    await start(account)
    await until(async () => (await runOf(account)).attempts > 0)
    expect(await directIds(account)).not.toContain(owner)
    app.simulator.faults.clear()
    const ownerRoleId = await makeOwner(account)
    await until(async () => {
      if ((await runOf(account)).status === 'succeeded') return true
      await makeDue(account)
      return false
    })
    expect(new Set(deletedIds(account))).toEqual(new Set([owner]))
    expect(await directIds(account)).toContain(ownerRoleId)
    expect(await actionsOf(account)).toEqual([['ownerRoleRemoved', 'dropOwnerRole']])
  })

  it('keeps a role that replaced the one it found first, and runs once per account', async () => {
    const account = nextAccount()
    const owner = await makeOwner(account)
    await start(account)
    await reaches(account, 'waiting')
    await makeOwner(account, platformServicePrincipalId)
    await platform('DELETE', owner)
    const ownerRoleId = await makeOwner(account)
    await makeDue(account)
    await reaches(account, 'succeeded')
    await start(account)
    expect(await directIds(account)).toContain(ownerRoleId)
    expect(deletedIds(account)).toEqual([owner])
    expect(await actionsOf(account)).toEqual([])
  })

  it('keeps the role if Azure denies the deletion of the last Owner', async () => {
    const account = nextAccount()
    await makeOwner(account, platformServicePrincipalId)
    await makeOwner(account)
    const body = { error: { code: 'CannotDeleteLastRbacAdminAssignment', message: 'Cannot delete the last RBAC admin assignment' } }
    app.simulator.faults.add({
      service: 'arm',
      method: 'DELETE',
      path: account.subscriptionId,
      action: { kind: 'status', status: 412, body },
    })
    await start(account)
    await reaches(account, 'waiting')
    expect(await runOf(account)).toMatchObject({ stuck_since: null, checkpoint: expect.not.objectContaining({ deleting: true }) })
    laterMs = 25 * hourMs
    await makeDue(account)
    await reaches(account, 'succeeded')
    expect(await actionsOf(account)).toEqual([['ownerRoleKept', 'dropOwnerRole']])
  })

  it.each(['decommissioning', 'decommissioned', 'deleted'] as const)('changes nothing in Azure once the account is %s', async (status) => {
    const account = nextAccount()
    const owner = await makeOwner(account)
    await start(account)
    await reaches(account, 'waiting')
    await makeOwner(account, platformServicePrincipalId)
    const steps = (['decommissioning', 'decommissioned', 'deleted'] as const).slice(
      0,
      1 + ['decommissioning', 'decommissioned', 'deleted'].indexOf(status),
    )
    for (const next of steps) await app.db.updateTable('accounts').set({ status: next }).where('id', '=', account.id).execute()
    await makeDue(account)
    await reaches(account, 'succeeded')
    expect(await directIds(account)).toContain(owner)
  })

  it('changes nothing in Azure once the account has a different subscription', async () => {
    const account = nextAccount()
    const nextSubscription = nextAccount()
    const owner = await makeOwner(account)
    const nextOwner = await makeOwner(nextSubscription)
    await start(account)
    await reaches(account, 'waiting')
    for (const each of [account, nextSubscription]) await makeOwner(each, platformServicePrincipalId)
    const change = app.db.updateTable('accounts').where('id', '=', account.id)
    await change.set({ subscription_id: randomUUID() }).execute()
    await makeDue(account)
    await reaches(account, 'succeeded')
    expect(await directIds(account)).toContain(owner)
    expect(await directIds(nextSubscription)).toContain(nextOwner)
    await change.set({ subscription_id: account.subscriptionId }).execute()
  })

  it('deletes the role once if two servers get the job at the same time', async () => {
    const account = nextAccount()
    await makeOwner(account)
    await start(account)
    await reaches(account, 'waiting')
    await makeOwner(account, platformServicePrincipalId)
    const { id: runId } = await runOf(account)
    await app.db.updateTable('work_steps').set({ next_attempt_at: app.context.now() }).where('run_id', '=', runId).execute()
    const { work } = handlers({ ...app.context, databaseUrl: app.databaseUrl, log: logger('silent') })
    const { signal } = new AbortController()
    await Promise.all([1, 2, 3].map(() => work({ runId }, signal)))
    await reaches(account, 'succeeded')
    expect(deletedIds(account)).toHaveLength(1)
    expect(await actionsOf(account)).toHaveLength(1)
  })
})
