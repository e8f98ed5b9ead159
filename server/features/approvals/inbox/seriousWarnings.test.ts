import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { newRequest } from '../../../../test/newRequest.ts'
import type { Evidence } from '../../../approvals/evidence.ts'
import { accountOf, requestAccess } from '../../access/assignments/access.fixture.ts'
import { activateRole, accountOf as pimAccountOf, roleIds, ticketFor } from '../../access/pim/pim.fixture.ts'
import { groupRow } from '../../accounts/groups/groups.fixture.ts'
import { services } from '../../accounts/updates/services.fixture.ts'
import { requestAccess as requestSandboxAccess, teamSandbox } from '../../sandboxes/access/sandboxAccess.fixture.ts'
import { addTemplateWithCapacity } from '../../sandboxes/requests/sandboxRequests.fixture.ts'
import type { ApprovalItem } from './schemas.ts'

let app: TestApp
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
afterAll(() => app.close())

const as = (givenName: string) => app.as(app.persona(givenName).id)
const approvalOf = async (subjectId: string) =>
  (await app.db.selectFrom('approvals').select('id').where('subject_id', '=', subjectId).executeTakeFirstOrThrow()).id
const endAccount = (id: string) => app.db.updateTable('accounts').set({ status: 'decommissioning' }).where('id', '=', id).execute()

/** Each case returns an approval whose evidence has the given number of serious warnings. */
const cases: Record<string, () => Promise<{ approvalId: string; warnings: number }>> = {
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
}

it.each(Object.keys(cases))('counts the serious warnings of a pending approval (%s)', async (kind) => {
  const { approvalId, warnings } = await cases[kind]!()
  const items = (await as('Niamh').get('/account-approvals')).body as ApprovalItem[]
  expect(items.find(({ id }) => id === approvalId)).toMatchObject({ subjectKind: kind, seriousWarnings: warnings })
  const { evidence } = (await as('Niamh').get(`/account-approvals/${approvalId}`)).body as { evidence: Evidence }
  expect(evidence.flags.filter(({ tone }) => tone === 'bad')).toHaveLength(warnings)
})
