import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountOwners, createLinkedUser, newPerson } from '../../../../test/adversary/world.ts'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { newRequest } from '../../../../test/newRequest.ts'
import { withClient } from '../../../../test/postgresServer.ts'
import type { Evidence } from '../../../approvals/evidence.ts'
import { minMedianBudgets } from '../../../approvals/medianBudget.ts'
import { accountOf, requestAccess } from '../../access/assignments/access.fixture.ts'
import { groupRow } from '../../accounts/groups/groups.fixture.ts'
import { services } from '../../accounts/updates/services.fixture.ts'
import { teamSandbox } from '../../sandboxes/access/sandboxAccess.fixture.ts'
import { activeSandbox, addTemplateWithCapacity, requestBody, template } from '../../sandboxes/requests/sandboxRequests.fixture.ts'
import { makeSandbox } from '../../sandboxes/sandboxes/sandboxes.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  await addTemplateWithCapacity(app, 900)
})
afterAll(() => app.close())

const id = (givenName: string) => app.persona(givenName).id
const readEvidence = async (personId: string, approvalId: string) =>
  (await app.as(personId).get(`/account-approvals/${approvalId}`)).body.evidence as Evidence

async function moveTo(department: string | null, ...ids: string[]) {
  await app.db.updateTable('people').set({ department, manager_id: null }).where('id', 'in', ids).execute()
}

describe('evidence about the members of a group', () => {
  it('doesn’t tell the requester whether an only colleague is a member', async () => {
    const account = accountOf(app, 10)
    const { mailNickname, memberIds } = app.company.groups.find((group) => group.mailNickname === `az-${account.name}-contributors`)!
    const [requesterId, outsiderId] = [await newPerson(app), await newPerson(app)]
    const { id: groupId } = await groupRow(app, mailNickname)
    const body = { groupId, justification: 'To fix the build of the checkout.', durationHours: 8 }
    const { approvals } = (await app.as(requesterId).post(`/accounts/${account.id}/accessRequests`, body)).body
    const readWith = async (colleagueId: string, readerId: string) => {
      await moveTo('Harbour', requesterId, colleagueId)
      const evidence = await readEvidence(readerId, approvals[0].id)
      await moveTo(null, colleagueId)
      return evidence
    }
    for (const [reader, isSame] of [
      [id('Daniel'), false],
      [requesterId, true],
    ] as const) {
      const expected = await readWith(outsiderId, reader)
      expect(JSON.stringify(await readWith(memberIds[0]!, reader)) === JSON.stringify(expected)).toBe(isSame)
    }
  })

  it('doesn’t tell the requester whether members of a sandbox are colleagues', async () => {
    const [requesterId, memberId] = [await newPerson(app), await newPerson(app)]
    const { id: sandboxId, team } = await teamSandbox(app, { members: [memberId] })
    const body = { groupId: team.id, justification: 'To try the new pricing engine.', durationHours: 8 }
    const { approvals } = (await app.as(requesterId).post(`/sandboxes/${sandboxId}/accessRequests`, body)).body
    for (const [reader, isSame] of [
      [id('Daniel'), false],
      [requesterId, true],
    ] as const) {
      await moveTo('Harbour', requesterId, memberId)
      const { flags } = await readEvidence(reader, approvals[0].id)
      await moveTo('Wharf', memberId)
      expect(JSON.stringify((await readEvidence(reader, approvals[0].id)).flags) === JSON.stringify(flags)).toBe(isSame)
    }
  })
})

describe('evidence about the amounts of a sandbox', () => {
  it('is hidden from a requester of an extension who no longer owns the sandbox', async () => {
    const sandboxId = await activeSandbox(app, await template(app), new Date(), { ownerIds: [id('Priya'), id('Daniel')] })
    await app.db
      .updateTable('sandboxes')
      .set({ spent: 1_234, budget_limit: 5_678, spend_at: new Date(), hourly_rate: 1_000_000_000 })
      .where('id', '=', sandboxId)
      .execute()
    const extension = { hours: 24, budget: 1_000, justification: 'The load test takes longer.' }
    const { approvalId } = (await app.as(id('Priya')).post(`/sandboxes/${sandboxId}/extend`, extension)).body
    const seesAmounts = async (reader: string) =>
      /12\.34|56\.78|66\.78|5678|6678/.test(JSON.stringify(await readEvidence(id(reader), approvalId)))
    const warnsOfSpend = async (reader: string) => (await readEvidence(id(reader), approvalId)).flags.some(({ key }) => key === 'spend')
    for (const reader of ['Priya', 'Daniel', 'Ravi']) expect([await seesAmounts(reader), await warnsOfSpend(reader)]).toEqual([true, true])
    await app.db.deleteFrom('sandbox_owners').where('sandbox_id', '=', sandboxId).where('person_id', '=', id('Priya')).execute()
    expect([await seesAmounts('Priya'), await warnsOfSpend('Priya')]).toEqual([false, false])
    await app.as(id('Ravi')).post(`/account-approvals/${approvalId}`, { decision: 'approve', stage: 1 })
    expect([await seesAmounts('Priya'), await warnsOfSpend('Priya')]).toEqual([false, false])
    for (const reader of ['Daniel', 'Ravi']) expect(await seesAmounts(reader)).toBe(true)
  })

  it('is hidden from that requester in the comparison with the previous round', async () => {
    const sandboxId = await activeSandbox(app, await template(app), new Date(), { ownerIds: [id('Priya'), id('Daniel')] })
    const extension = { hours: 24, budget: 1_000, justification: 'The load test takes longer.' }
    const { id: requestId, approvalId } = (await app.as(id('Priya')).post(`/sandboxes/${sandboxId}/extend`, extension)).body
    const vote = { decision: 'requestChanges', stage: 1, comment: 'How much more?' }
    await app.as(id('Ravi')).post(`/account-approvals/${approvalId}`, vote)
    const { approvals } = (await app.as(id('Priya')).patch(`/sandbox-requests/${requestId}`, { budget: 2_000 })).body
    await app.db.updateTable('sandboxes').set({ spent: 1_234, budget_limit: 5_678 }).where('id', '=', sandboxId).execute()
    await app.db.deleteFrom('sandbox_owners').where('sandbox_id', '=', sandboxId).where('person_id', '=', id('Priya')).execute()
    for (const reader of ['Priya', 'Daniel', 'Ravi']) {
      const { previousRound } = (await app.as(id(reader)).get(`/account-approvals/${approvals[1].id}`)).body
      expect(previousRound.votes).toMatchObject([{ decision: 'requestChanges' }])
      expect(previousRound.changes).toEqual([{ label: expect.any(String), before: '£10', after: '£20' }])
    }
    const outsider = await newPerson(app)
    expect((await app.as(outsider).get(`/account-approvals/${approvals[1].id}`)).status).toBe(404)
  })

  it('isn’t compared with a request if most of the sandboxes belong to the requester', async () => {
    const templateId = await template(app)
    const requesterId = await newPerson(app)
    const linkedId = await createLinkedUser(app, requesterId)
    const own = (number: number, budget: number, owner: string) =>
      makeSandbox(app.db, { name: `own-budget-${number}`, owners: [owner], template_id: templateId, budget_limit: budget })
    for (let number = 1; number < minMedianBudgets; number++)
      await own(number, number % 2 === 0 ? 50_000 : 100, number < 3 ? requesterId : linkedId)
    const otherId = await makeSandbox(app.db, {
      name: 'other-budget',
      owners: [id('Tomasz')],
      template_id: templateId,
      budget_limit: 500,
    })
    const { body } = await app.as(requesterId).post('/sandbox-requests/new', requestBody(app, templateId, { ownerIds: [requesterId] }))
    const { flags } = await readEvidence(requesterId, body.approvalId)
    await app.db.updateTable('sandboxes').set({ budget_limit: 9_000 }).where('id', '=', otherId).execute()
    expect((await readEvidence(requesterId, body.approvalId)).flags).toEqual(flags)
  })
})

it('doesn’t tell the requester how many times the median of a large family the budget is', async () => {
  const submit = async () => {
    const details = newRequest(app, { name: `large-family-${randomBytes(4).toString('hex')}` })
    const requesterId = await newPerson(app)
    const { body } = await app.as(requesterId).post('/account-requests', { ...details, budget: { ...details.budget, amount: 900_000_000 } })
    const approvalId = body.approvals[0].id as string
    const read = async (personId: string) => (await app.as(personId).get(`/account-approvals/${approvalId}`)).body
    return { familyId: details.familyId, requester: await read(requesterId), auditor: await read(id('Grace')) }
  }
  const before = await submit()
  await sql`update accounts set budget = jsonb_set(budget, '{amount}', to_jsonb((budget->>'amount')::bigint * 2)) where family_id = ${before.familyId}`.execute(
    app.db,
  )
  const after = await submit()
  expect(after.requester.risk).toEqual(before.requester.risk)
  expect(after.requester.evidence.flags).toEqual(before.requester.evidence.flags)
  expect(after.auditor.evidence.flags).not.toEqual(before.auditor.evidence.flags)
})

it('hides warnings about the budget from a requester of an account change who no longer owns the account', async () => {
  const of = services(app)
  const account = of.loadFree(0)
  await sql`update accounts set budget = jsonb_set(budget, '{amount}', '1') where id = ${account.id}`.execute(app.db)
  const { approvals } = await of.ask(account)
  const warnings = async (reader: string) => (await readEvidence(id(reader), approvals[0].id)).flags.filter(({ tone }) => tone === 'warn')
  const all = await warnings('Ravi')
  expect(all.length).toBeGreaterThan(0)
  expect(await warnings('Daniel')).toEqual(all)
  await accountOwners(app, account.id).grant(id('Tomasz'))
  await accountOwners(app, account.id).revoke(id('Daniel'))
  expect(await warnings('Daniel')).toEqual([])
  expect(await warnings('Ravi')).toEqual(all)
})

it('hides all facts of evidence that was recorded without keys from the requester', async () => {
  const { approvalId } = await requestAccess(app, accountOf(app, 11), { durationHours: 8 })
  await app.as(id('Daniel')).post(`/account-approvals/${approvalId}`, { decision: 'approve', stage: 1 })
  await withClient(app.databaseUrl, async (client) => {
    // Recorded evidence can't be changed.
    await client.query('set session_replication_role = replica')
    const facts = JSON.stringify({ facts: [{ label: 'Current members', value: 'A member' }], flags: [], changes: [] })
    await client.query('update approval_evidence set evidence = evidence || $2::jsonb where approval_id = $1', [approvalId, facts])
  })
  expect((await readEvidence(id('Grace'), approvalId)).facts).toHaveLength(1)
  expect((await readEvidence(id('Priya'), approvalId)).facts).toEqual([])
})
