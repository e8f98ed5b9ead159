import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { patchPerson } from '../../simulator/core/directory.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { newRequest } from '../../test/newRequest.ts'
import {
  accountOf,
  assignmentRow,
  decide,
  grantAccessTo,
  grantOf,
  isIn,
  requestAccess,
} from '../features/access/assignments/access.fixture.ts'
import { activateRole, roleIds, ticketFor } from '../features/access/pim/pim.fixture.ts'
import { services } from '../features/accounts/updates/services.fixture.ts'
import { policies } from '../features/approvals/policies/policies.fixture.ts'
import { syncDirectory } from '../features/platform/directory/syncDirectory.ts'
import { requestAccess as askSandbox, teamSandbox } from '../features/sandboxes/access/sandboxAccess.fixture.ts'
import { makeSandbox } from '../features/sandboxes/sandboxes/sandboxes.fixture.ts'
import { type RequestScope, withdrawEndedRequests } from './withdrawEndedRequests.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const month = { suffix: 'contributors', durationHours: 24 * 30 }
const boundedTerms = { terms: { approval: { mode: 'within' as const, budget: 6_000 } } }
const as = (givenName: string) => app.as(app.persona(givenName).id)
const statusOf = async (table: 'account_requests' | 'account_updates' | 'access_requests' | 'sandbox_requests', id: string) =>
  (await app.db.selectFrom(table).select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
const roundOf = (subjectId: string) =>
  app.db
    .selectFrom('approvals')
    .select(['id', 'status'])
    .where('subject_id', '=', subjectId)
    .orderBy('opened_at', 'desc')
    .executeTakeFirstOrThrow()
const loadPendingKeys = (approvalId: string) =>
  app.db.selectFrom('pending_approver_keys').select('key').where('approval_id', '=', approvalId).execute()
const closedEvents = (id: string) =>
  app.db.selectFrom('audit_events').select('reason').where('operation', '=', 'requestClosed').where('subject_id', '=', id).execute()

async function expectWithdrawn(table: Parameters<typeof statusOf>[0], id: string): Promise<void> {
  expect(await statusOf(table, id)).toBe('cancelled')
  const round = await roundOf(id)
  expect(round.status).toBe('cancelled')
  expect(await loadPendingKeys(round.id)).toEqual([])
  expect(await closedEvents(id)).toHaveLength(1)
}

describe('a pending extension of access that ends', () => {
  it('is withdrawn when the access ends', async () => {
    const account = accountOf(app, 0)
    const { assignment, group, path } = await grantAccessTo(app, account, month)
    const { approvalId, body } = await requestAccess(app, account, month)
    expect((await as('Priya').delete(path)).status).toBeLessThan(300)
    await expectWithdrawn('access_requests', body.id)
    expect((await decide(app, 'Daniel', approvalId)).body.code).toBe('alreadyDecided')
    await app.drain()
    expect((await assignmentRow(app, assignment.id)).status).toBe('revoked')
    expect(await grantOf(app, body.id)).toBeUndefined()
    expect(await isIn(app, 'Priya', group.directory_group_id!)).toBe(false)
    const notifications = await app.db.selectFrom('notifications').select('kind').where('title', 'like', `${body.reference}%`).execute()
    expect(notifications).toEqual([{ kind: 'request.cancelled' }])
    expect((await requestAccess(app, account, month)).answer.status).toBe(201)
  })

  it('is withdrawn even after requested changes, or when an owner revokes the access', async () => {
    const account = accountOf(app, 1)
    const { path } = await grantAccessTo(app, account, month)
    const { approvalId, body } = await requestAccess(app, account, month)
    await decide(app, 'Daniel', approvalId, 'requestChanges')
    expect((await as('Daniel').delete(path)).status).toBeLessThan(300)
    expect(await statusOf('access_requests', body.id)).toBe('cancelled')
    const resendResponse = await as('Priya').patch(`/accounts/${account.id}/accessRequests/${body.id}`, {
      justification: 'I still need it for the release.',
      durationHours: 24 * 20,
    })
    expect(resendResponse.status).toBe(409)
  })

  it('has no effect if it is approved at the moment when the access ends', async () => {
    for (const n of [2, 3, 4]) {
      const account = accountOf(app, n)
      const { path, group, requestId } = await grantAccessTo(app, account, month)
      const { approvalId, body } = await requestAccess(app, account, month)
      const [vote, end] = await Promise.all([decide(app, 'Daniel', approvalId), as('Priya').delete(path)])
      expect(end.status).toBeLessThan(300)
      await app.drain()
      await app.db.transaction().execute((db) => withdrawEndedRequests(db, {}, new Date()))
      expect((await grantOf(app, requestId))!.status).toBe('revoked')
      expect(await grantOf(app, body.id)).toBeUndefined()
      expect(await isIn(app, 'Priya', group.directory_group_id!)).toBe(false)
      expect(await statusOf('access_requests', body.id)).toBe(vote.status === 200 ? 'approved' : 'cancelled')
    }
  })

  it('can’t be approved by a database update', async () => {
    const account = accountOf(app, 5)
    const { assignment } = await grantAccessTo(app, account, month)
    const { approvalId, body } = await requestAccess(app, account, month)
    await app.db
      .updateTable('group_assignments')
      .set({ status: 'revoking', updated_at: new Date() })
      .where('id', '=', assignment.id)
      .execute()
    await expect(app.db.updateTable('approvals').set({ status: 'approved' }).where('id', '=', approvalId).execute()).rejects.toMatchObject({
      constraint: 'approval_base_ended',
    })
    const vote = await decide(app, 'Daniel', approvalId)
    expect([vote.status, vote.body.code]).toEqual([409, 'conflict'])
    expect(vote.body.message).toContain('has ended')
    const withdrawn = await app.db.transaction().execute((db) => withdrawEndedRequests(db, {}, new Date()))
    expect(withdrawn.map(({ subject_id }) => subject_id)).toContain(body.id)
    await expectWithdrawn('access_requests', body.id)
  })
})

describe('withdrawEndedRequests for a deleted subject', () => {
  it('withdraws changes, access requests and role activations of an account', async () => {
    const serviceUpdates = services(app)
    const account = serviceUpdates.loadFree(6)
    const update = await serviceUpdates.ask(account)
    const access = await requestAccess(app, account)
    await app.db.updateTable('accounts').set({ status: 'decommissioning' }).where('id', '=', account.id).execute()
    const withdrawn = await app.db.transaction().execute((db) => withdrawEndedRequests(db, { account_id: [account.id] }, new Date()))
    expect(withdrawn.map(({ subject_kind }) => subject_kind).sort()).toEqual(['accessRequest', 'accountUpdate'])
    await expectWithdrawn('account_updates', update.id)
    await expectWithdrawn('access_requests', access.body.id)
  })

  it('withdraws access requests and the extension of a frozen sandbox', async () => {
    const sandbox = await teamSandbox(app, boundedTerms)
    const access = await askSandbox(app, sandbox)
    const { body: extension } = await as('Daniel').post(`/sandboxes/${sandbox.id}/extend`, {
      hours: 24,
      budget: 2_000,
      justification: 'The trial takes a few days longer.',
    })
    expect(extension.status).toBe('pending_approval')
    expect((await as('Daniel').post(`/sandboxes/${sandbox.id}/freeze`, { reason: 'For the weekend.' })).status).toBe(202)
    await expectWithdrawn('access_requests', access.id)
    await expectWithdrawn('sandbox_requests', extension.id)
    expect((await askSandbox(app, sandbox)).answer.status).toBe(201)
  })

  it('withdraws access requests and the extension of a deleted sandbox', async () => {
    const sandbox = await teamSandbox(app)
    const access = await askSandbox(app, sandbox)
    expect((await as('Daniel').delete(`/sandboxes/${sandbox.id}`)).status).toBe(202)
    await expectWithdrawn('access_requests', access.id)
  })
})

describe('a locked request', () => {
  async function expectLeftForLater(
    table: 'access_requests' | 'pim_activations' | 'approval_policies' | 'approvals',
    column: 'id' | 'change_id' | 'subject_id',
    id: string,
    scope: RequestScope,
  ): Promise<void> {
    const withdrawn = () => app.db.transaction().execute((db) => withdrawEndedRequests(db, scope, new Date()))
    await app.db.transaction().execute(async (holder) => {
      const { rows } = await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${id} for update`.execute(holder)
      expect(rows).toHaveLength(1)
      expect(await withdrawn()).toEqual([])
      expect((await roundOf(id)).status).toBe('pending')
    })
    expect(await closedEvents(id)).toEqual([])
    expect((await withdrawn()).map(({ subject_id }) => subject_id)).toEqual([id])
    expect((await roundOf(id)).status).toBe('cancelled')
    expect(await closedEvents(id)).toHaveLength(1)
  }

  it.each([
    ['access_requests', 'id', 9],
    ['approvals', 'subject_id', 10],
  ] as const)('is withdrawn later if its row in %s is locked', async (table, column, n) => {
    const account = accountOf(app, n)
    const { body } = await requestAccess(app, account, month)
    await app.db.updateTable('accounts').set({ status: 'decommissioning' }).where('id', '=', account.id).execute()
    await expectLeftForLater(table, column, body.id, { account_id: [account.id] })
    expect(await statusOf('access_requests', body.id)).toBe('cancelled')
  })

  it('is withdrawn later if it is for a privileged role', async () => {
    const account = accountOf(app, 11)
    const { body } = await activateRole(app, 11, { roleDefinitionId: roleIds.owner, ticket: ticketFor(app, account) })
    await app.db.updateTable('accounts').set({ status: 'decommissioning' }).where('id', '=', account.id).execute()
    await expectLeftForLater('pim_activations', 'id', body.id, { account_id: [account.id] })
  })

  it('is withdrawn later if it proposes a policy', async () => {
    const policyUpdates = policies(app)
    const draft = await policyUpdates.draft('accessRequest')
    await policyUpdates.propose(draft.path)
    const { change_id } = await app.db
      .selectFrom('approval_policies')
      .select('change_id')
      .where('status', '=', 'proposed')
      .executeTakeFirstOrThrow()
    const author = app.db.updateTable('people').where('id', '=', app.persona('Niamh').id)
    await author.set({ active: false }).execute()
    await expectLeftForLater('approval_policies', 'change_id', change_id!, { requester_id: [app.persona('Niamh').id] })
    await author.set({ active: true }).execute()
    expect((await policyUpdates.row(draft.id, draft.version))!.status).toBe('draft')
  })
})

describe('withdrawEndedRequests for a person who leaves', () => {
  it('withdraws every kind of request', async () => {
    const serviceUpdates = services(app)
    const givenName = 'Daniel'
    const account = serviceUpdates.loadFree(7)
    const update = await serviceUpdates.ask(account)
    const ownAccount = accountOf(app, 8)
    const role = (await activateRole(app, 8, { roleDefinitionId: roleIds.owner, ticket: ticketFor(app, ownAccount) })).body
    const { body: request } = await as(givenName).post('/account-requests', newRequest(app, { name: 'leaver-dev' }))
    const sandboxId = await makeSandbox(app.db, {
      name: 'leaver-box',
      owners: [app.persona(givenName).id, app.persona('Priya').id],
      ...boundedTerms,
    })
    const { body: longerItem } = await as(givenName).post(`/sandboxes/${sandboxId}/extend`, {
      hours: 24,
      budget: 2_000,
      justification: 'The trial takes a few days longer.',
    })
    expect([role.status, request.status, longerItem.status]).toEqual(['pending_approval', 'pending_approval', 'pending_approval'])
    await syncDirectory(app.context)
    patchPerson(app.simulator, app.persona(givenName).id, { enabled: false })
    await syncDirectory(app.context)
    await expectWithdrawn('account_updates', update.id)
    await expectWithdrawn('account_requests', request.id)
    await expectWithdrawn('sandbox_requests', longerItem.id)
    expect((await app.db.selectFrom('pim_activations').select('status').where('id', '=', role.id).executeTakeFirstOrThrow()).status).toBe(
      'cancelled',
    )
    expect((await roundOf(role.id)).status).toBe('cancelled')
    patchPerson(app.simulator, app.persona(givenName).id, { enabled: true })
    await syncDirectory(app.context)
  })

  it('turns a proposed policy into a draft', async () => {
    const policyUpdates = policies(app)
    const draft = await policyUpdates.draft('accountRequest')
    const { approvalId } = (await policyUpdates.propose(draft.path)).body
    await app.db.updateTable('people').set({ active: false }).where('id', '=', app.persona('Niamh').id).execute()
    await app.db.transaction().execute((db) => withdrawEndedRequests(db, { requester_id: [app.persona('Niamh').id] }, new Date()))
    await app.db.updateTable('people').set({ active: true }).where('id', '=', app.persona('Niamh').id).execute()
    expect((await policyUpdates.row(draft.id, draft.version))!.status).toBe('draft')
    expect((await app.db.selectFrom('approvals').select('status').where('id', '=', approvalId).executeTakeFirstOrThrow()).status).toBe(
      'cancelled',
    )
  })
})
