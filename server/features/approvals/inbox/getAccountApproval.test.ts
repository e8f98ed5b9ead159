import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newRequest } from '../../../../test/newRequest.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { formatMoney } from '../../../format.ts'
import { accountOf, requestAccess } from '../../access/assignments/access.fixture.ts'
import { type ApprovalListApp, startWithPendingRequest } from './approvalLists.fixture.ts'

let listApp: ApprovalListApp
beforeAll(async () => {
  listApp = await startWithPendingRequest()
})
afterAll(() => listApp.app.close())
const get = (givenName: string, id = listApp.approvalId) =>
  listApp.app.as(listApp.app.persona(givenName).id).get(`/account-approvals/${id}`)

describe('getAccountApproval', () => {
  it('shows the approver evidence: the family’s budgets, owners and similar decisions', async () => {
    const { status, body } = await get('Ravi')
    expect(status).toBe(200)
    expect(body.evidence).toMatchObject({
      purpose: 'Try the new checkout before the summer campaign.',
      monthlyBudget: { amount: 50_000, currency: 'GBP' },
    })
    expect(body.evidence.familyBudget.accounts).toBeGreaterThan(0)
    expect(body.evidence.similar.length).toBeGreaterThan(0)
    expect(body.evidence.similar[0]).toMatchObject({ outcome: 'approved' })
  })

  it('hides budgets and requests of other accounts from the requester, and shows them to auditors', async () => {
    const { status, body } = await get('Priya')
    expect(status).toBe(200)
    const [otherOwner] = newRequest(listApp.app).ownerIds.slice(1)
    const ownerResponse = await listApp.app.as(otherOwner!).get(`/account-approvals/${listApp.approvalId}`)
    expect(ownerResponse.body.evidence?.familyBudget ?? null).toBeNull()
    expect(body.evidence).toMatchObject({ familyBudget: null, similar: null })
    const keysOf = (evidence: { changes: { key?: string }[] }) => evidence.changes.map(({ key }) => key)
    expect(keysOf(body.evidence)).not.toContain('otherBudgets')
    for (const givenName of ['Grace', 'Niamh', 'Ravi']) {
      const { evidence } = (await get(givenName)).body
      expect(evidence.familyBudget.accounts).toBeGreaterThan(0)
      expect(keysOf(evidence)).toContain('otherBudgets')
    }
  })

  it('lists earlier decisions with the newest first, also in recorded evidence', async () => {
    const { app } = listApp
    const times = (response: { body: { evidence: { similar: { at: string }[] } } }) => response.body.evidence.similar.map(({ at }) => at)
    const { body } = await app.as(app.persona('Priya').id).post('/account-requests', newRequest(app, { name: 'newest-first' }))
    const approvalId = body.approvals[0].id
    const before = times(await get('Ravi', approvalId))
    expect(new Set(before).size).toBeGreaterThan(1)
    expect(before).toEqual(before.toSorted().reverse())
    await app.as(app.persona('Ravi').id).post(`/account-approvals/${approvalId}`, { decision: 'reject', stage: 1, comment: 'Not now.' })
    const recorded = await get('Ravi', approvalId)
    expect(recorded.body.evidenceRecorded).toBe(true)
    expect(times(recorded)).toEqual(before)
  })

  it('returns each similar request once with its outcome, even after requested changes', async () => {
    const { app } = listApp
    const similarBefore = (await get('Ravi')).body.evidence.similar as { id: string; at: string; outcome: string }[]
    const [latestApproval] = similarBefore
    await sql`insert into approvals select (jsonb_populate_record(a, jsonb_build_object('id', ${crypto.randomUUID()}::text,
      'status', 'changes_requested', 'closed_at', a.closed_at - interval '1 minute'))).* from approvals a where a.subject_id = ${latestApproval!.id}`.execute(
      app.db,
    )
    const similarAfter = (await get('Ravi')).body.evidence.similar as typeof similarBefore
    expect(similarAfter.filter(({ id }) => id === latestApproval!.id)).toEqual([
      expect.objectContaining({ at: latestApproval!.at, outcome: latestApproval!.outcome }),
    ])
    expect(new Set(similarAfter.map(({ id }) => id)).size).toBe(similarAfter.length)
  })

  it('shows what changed since the round in which changes were requested, and its votes', async () => {
    const { app } = listApp
    const as = (givenName: string) => app.as(app.persona(givenName).id)
    const draft = newRequest(app, { name: 'rounds-compared' })
    const submitted = (await as('Priya').post('/account-requests', draft)).body
    const first = submitted.approvals[0].id
    expect((await get('Ravi', first)).body.previousRound).toBeNull()
    await as('Ravi').post(`/account-approvals/${first}/comments`, { comment: 'Which region?' })
    await as('Ravi').post(`/account-approvals/${first}`, { decision: 'requestChanges', stage: 1, comment: 'More budget, please.' })
    const { version } = (await as('Priya').get(`/account-requests/${submitted.id}`)).body
    const changed = {
      ...draft,
      budget: { ...draft.budget, amount: 2 * draft.budget.amount },
      criticality: 'tier1',
      purpose: `${draft.purpose} Again.`,
    }
    const { status, body } = await as('Priya').patch(`/account-requests/${submitted.id}`, changed, { 'if-match': `"${version}"` })
    expect(status).toBe(200)
    const second = body.approvals.at(-1).id
    const { previousRound, evidence, latestRound } = (await get('Ravi', second)).body
    expect([(await get('Ravi', first)).body.latestRound, latestRound]).toEqual([second, null])
    expect(previousRound.votes).toEqual([
      expect.objectContaining({
        person: expect.objectContaining({ id: app.persona('Ravi').id }),
        decision: 'requestChanges',
        comment: 'More budget, please.',
      }),
    ])
    expect(previousRound.comments).toEqual([expect.objectContaining({ comment: 'Which region?' })])
    const money = (amount: number) => formatMoney({ ...evidence.monthlyBudget, amount })
    const purpose = { before: draft.purpose, after: changed.purpose }
    const budget = { before: money(draft.budget.amount), after: money(changed.budget.amount) }
    const rows = previousRound.changes.map(({ before, after }: { before: string; after: string }) => ({ before, after }))
    expect(rows).toHaveLength(3)
    expect(rows).toEqual(expect.arrayContaining([purpose, budget]))
    const edit = { ...changed, criticality: 'tier2' }
    const edited = await as('Priya').patch(`/account-requests/${submitted.id}`, edit, { 'if-match': `"${body.version}"` })
    const afterEdit = (await get('Ravi', edited.body.approvals.at(-1).id)).body.previousRound
    expect(afterEdit).toMatchObject({ votes: [{ decision: 'requestChanges' }], comments: [{ comment: 'Which region?' }] })
    expect(afterEdit.changes).toHaveLength(3)
    const [resubmission, edit2] = edited.body.timeline.filter(({ changes }: { changes?: object[] }) => changes)
    expect(resubmission.changes).toEqual(previousRound.changes)
    expect(edit2).toMatchObject({ at: edited.body.submittedAt, person: { id: app.persona('Priya').id } })
    expect(edit2.changes).toEqual([expect.objectContaining({ before: 'Tier 1', after: 'Tier 2' })])
    await as('Priya').post(`/account-requests/${submitted.id}/withdraw`, undefined, { 'if-match': `"${edited.body.version}"` })
  })

  it('shows the changes, the cost, the scope and earlier approvers for each kind of approval', async () => {
    const { evidence } = (await get('Ravi')).body
    expect(evidence.changes[0]).toEqual({ label: 'Account', before: '', after: 'checkout-trial-dev', requested: true })
    expect(evidence.cost).toEqual({ before: { amount: 0, currency: 'GBP' }, after: { amount: 50_000, currency: 'GBP' }, per: 'month' })
    expect(evidence.holds).toEqual({ items: [], total: 0 })
    expect(evidence.similar[0].decidedBy.length).toBeGreaterThan(0)
    const account = accountOf(listApp.app, 0)
    const access = await requestAccess(listApp.app, account, { durationHours: 48 })
    const accessApproval = (await get('Daniel', access.approvalId)).body
    expect(accessApproval.evidence.changes).toEqual([
      { label: expect.any(String), before: '', after: `az-${account.name}-readers` },
      { label: expect.any(String), before: '', after: expect.stringMatching(/\b2 days\b/) },
    ])
    expect(accessApproval.evidence.reach).not.toEqual([])
    expect(accessApproval.risk).toMatchObject({ score: expect.any(Number), reasons: expect.any(Array) })
  })

  it('marks unusual facts, with the reason', async () => {
    const { app } = listApp
    const unusualRequest = newRequest(app, {
      name: 'checkout-odd-dev',
      connectivity: 'internet',
      dataClassification: 'restricted',
      budget: { ...newRequest(app).budget, amount: 90_000_000 },
      accessGroups: [{ name: 'admins', role: 'Owner', assignment: 'active' }],
    })
    const request = (await app.as(app.persona('Priya').id).post('/account-requests', unusualRequest)).body
    const { flags } = (await get('Ravi', request.approvals[0].id)).body.evidence
    expect(flags).toEqual([
      { key: 'otherBudgets', tone: 'warn', text: expect.stringMatching(/budget.* \d+ times/) },
      { tone: 'warn', text: expect.stringContaining('restricted') },
      { tone: 'warn', text: expect.stringMatching(/restricted.*internet/) },
      { tone: 'warn', text: expect.stringContaining('Owner') },
    ])
  })

  roleSuite(
    'getAccountApproval',
    () => listApp.app,
    () => ({ path: `/account-approvals/${listApp.approvalId}` }),
  )
})
