import { sql, type Updateable } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { newRequest } from '../../../../test/newRequest.ts'
import type { Evidence } from '../../../approvals/evidence.ts'
import type { Database } from '../../../db/tables.ts'
import { type ApprovedKind, approvedKinds } from '../../../subjects/kinds.ts'
import { accountOf, requestAccess } from '../../access/assignments/access.fixture.ts'
import { activateRole, accountOf as pimAccountOf, roleIds, ticketFor } from '../../access/pim/pim.fixture.ts'
import { groupRow } from '../../accounts/groups/groups.fixture.ts'
import { services } from '../../accounts/updates/services.fixture.ts'
import { requestAccess as requestSandboxAccess, teamSandbox } from '../../sandboxes/access/sandboxAccess.fixture.ts'
import { addTemplateWithCapacity, requestBody, submitRequest, template } from '../../sandboxes/requests/sandboxRequests.fixture.ts'
import { makeSandbox } from '../../sandboxes/sandboxes/sandboxes.fixture.ts'
import { policies } from '../policies/policies.fixture.ts'
import type { ApprovalItem } from './schemas.ts'

let app: TestApp
let sandboxCount = 0
beforeAll(async () => {
  app = await startTestApp({
    runJobs: false,
    violates: Object.fromEntries(
      ['account-update-has-a-live-account', 'access-request-has-a-live-target', 'account-decommission-has-a-record'].map((name) => [
        name,
        'The test ends accounts without the steps that close their requests.',
      ]),
    ),
  })
  await addTemplateWithCapacity(app, 900)
})
afterEach(() =>
  app.db
    .updateTable('people')
    .set({ active: true })
    .where(
      'id',
      'in',
      ['Priya', 'Tomasz', 'Ewa'].map((name) => app.persona(name).id),
    )
    .execute(),
)
afterAll(() => app.close())

const as = (givenName: string) => app.as(app.persona(givenName).id)
const approvalOf = async (subjectId: string) =>
  (await app.db.selectFrom('approvals').select('id').where('subject_id', '=', subjectId).executeTakeFirstOrThrow()).id
const endAccount = (id: string) => app.db.updateTable('accounts').set({ status: 'decommissioning' }).where('id', '=', id).execute()

/** Each case returns an approval whose evidence has the given number of serious warnings. */
const cases: Record<ApprovedKind, () => Promise<{ approvalId: string; warnings: number }>> = {
  async accountRequest() {
    const ownerIds = [app.persona('Priya').id, app.persona('Tomasz').id, app.persona('Ewa').id]
    const { body } = await as('Priya').post('/account-requests', newRequest(app, { name: 'warned-account', ownerIds }))
    await app.db
      .updateTable('people')
      .set({ active: false })
      .where('id', 'in', [app.persona('Tomasz').id, app.persona('Ewa').id])
      .execute()
    return { approvalId: body.approvals[0].id, warnings: 1 }
  },
  async accountUpdate() {
    const of = services(app)
    const account = of.loadFree(0)
    const { id } = await of.ask(account)
    const approvalId = await approvalOf(id)
    await endAccount(account.id)
    return { approvalId, warnings: 1 }
  },
  async accessRequest() {
    const account = accountOf(app, 4)
    const first = await requestAccess(app, account)
    const other = await groupRow(app, `az-${account.name}-contributors`)
    const [group_id, other_id] = [first.group.id, other.id].sort() as [string, string]
    const rule = { group_id, other_id, reason: 'These do not go together.', created_by: app.persona('Daniel').id }
    await app.db.insertInto('access_group_conflicts').values(rule).execute()
    const { approvalId } = await requestAccess(app, account, { suffix: 'contributors', durationHours: 8 })
    await endAccount(account.id)
    return { approvalId, warnings: 2 }
  },
  async pimActivation() {
    const account = pimAccountOf(app, 2)
    const { body } = await activateRole(app, 2, { roleDefinitionId: roleIds.owner, ticket: ticketFor(app, account) })
    await endAccount(account.id)
    return { approvalId: body.approvalId, warnings: 1 }
  },
  async sandboxAccessRequest() {
    const { approvalId } = await requestSandboxAccess(app, await teamSandbox(app))
    await sql`update people set active = false where id = (select requester_id from approvals where id = ${approvalId})`.execute(app.db)
    return { approvalId, warnings: 1 }
  },
  async sandboxRequest() {
    const body = requestBody(app, await template(app), { ownerIds: [app.persona('Priya').id, app.persona('Tomasz').id] })
    const { approvalId } = (await submitRequest(app, body)).body
    await app.db.updateTable('people').set({ active: false }).where('id', '=', app.persona('Tomasz').id).execute()
    return { approvalId, warnings: 1 }
  },
  async policyChange() {
    const fixture = policies(app)
    const { path } = await fixture.draft('pimActivation')
    return { approvalId: (await fixture.propose(path)).body.approvalId, warnings: 0 }
  },
}

const expectWarnings = async (kind: string, approvalId: string, warnings: number) => {
  const items = (await as('Niamh').get('/account-approvals')).body as ApprovalItem[]
  expect(items.find(({ id }) => id === approvalId)).toMatchObject({ subjectKind: kind, seriousWarnings: warnings })
  const { evidence } = (await as('Niamh').get(`/account-approvals/${approvalId}`)).body as { evidence: Evidence }
  expect(evidence.flags.filter(({ tone }) => tone === 'bad')).toHaveLength(warnings)
}

it.each(approvedKinds)('counts the serious warnings of a pending approval (%s)', async (kind) => {
  const { approvalId, warnings } = await cases[kind]()
  await expectWarnings(kind, approvalId, warnings)
})

const terms = { approval: { mode: 'required' as const } }
const grace = { delete_requested_at: new Date(), delete_cause: 'expired' as const, delete_at: new Date(Date.now() + 86_400_000) }
it.each<[string, number, Partial<Updateable<Database['sandboxes']>>, object?]>([
  ['an active sandbox', 0, { status: 'active' }],
  ['a frozen sandbox', 0, { status: 'frozen', freeze_cause: 'owner', frozen_at: new Date() }],
  ['a sandbox with too many extensions', 1, { extensions_used: 1 }],
  ['a sandbox whose budget is at its maximum', 1, { budget_limit: 50_000 }],
  [
    'a sandbox whose terms allow fewer hours',
    1,
    { terms: JSON.stringify({ maxExtensions: 1, extensionHours: 12, maxBudget: 50_000, thresholds: [] }) },
  ],
  ['a lease of ten years', 1, { lease_hours: 87_590 }],
  ['an ended lease', 0, { status: 'deleting', ...grace }],
  ['an ended lease without more hours', 1, { status: 'deleting', ...grace }, { hours: 0 }],
  ['an ended lease after the grace period', 1, { status: 'deleting', ...grace, delete_at: new Date(Date.now() - 1_000) }],
])('counts an extension that can’t be approved: %s', async (_, warnings, changes, extension = {}) => {
  const id = await makeSandbox(app.db, { name: `warned-${++sandboxCount}`, owners: [app.persona('Priya').id], terms })
  const body = { hours: 24, budget: 1_000, justification: 'The trial takes a day longer.', ...extension }
  const { approvalId } = (await as('Priya').post(`/sandboxes/${id}/extend`, body)).body
  await app.db.updateTable('sandboxes').set(changes).where('id', '=', id).execute()
  await expectWarnings('sandboxRequest', approvalId, warnings)
})
