import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLinkedUser, newPerson, signedIn } from '../../../../test/adversary/world.ts'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { newRequest } from '../../../../test/newRequest.ts'
import { putPolicy } from '../../../../test/putPolicy.ts'
import { minMedianBudgets } from '../../../approvals/medianBudget.ts'

let app: TestApp
let family: { familyId: string; towerId: string; ownerId: string }
let number = 0
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  const { rows } = await sql<typeof family>`
    select a.family_id as "familyId", a.tower_id as "towerId", (array_agg(o.person_id order by o.person_id))[1] as "ownerId"
    from accounts a join account_owners o on o.account_id = a.id where a.status = 'active' and a.environment = 'development'
    group by 1, 2 having count(distinct a.id) between 1 and ${minMedianBudgets - 1} order by 1 limit 1`.execute(app.db)
  family = rows[0]!
  const rule = { kind: 'anyOf' as const, personIds: [id('Ravi'), id('Samuel')] }
  const when = 'target.usualBudget > 0.0 && request.budget > 3.0 * target.usualBudget'
  const stages = [
    { name: 'Two', rule, minimum: 2 },
    { name: 'Expensive', rule, minimum: 1, when },
  ]
  await putPolicy(app, 'accountRequest', { reject: [], approve: [], stages })
})
afterAll(() => app.close())

const id = (givenName: string) => app.persona(givenName).id
const multiplyBudgets = () =>
  sql`update accounts set budget = jsonb_set(budget, '{amount}', to_jsonb((budget->>'amount')::bigint * 7)) where family_id = ${family.familyId}`.execute(
    app.db,
  )
const comparable = (value: unknown) =>
  JSON.stringify(value)
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}|Person [0-9a-f]{8}/g, 'id')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
    .replace(/budgets-of-others-\d+|ACC-\d+-\d+/g, 'name')

async function submit() {
  const [requesterId, ownerId] = [await newPerson(app), await newPerson(app)]
  const { familyId, towerId } = family
  const budget = { ...newRequest(app).budget, amount: 90_000_000 }
  const details = newRequest(app, { familyId, towerId, name: `budgets-of-others-${++number}`, ownerIds: [requesterId, ownerId], budget })
  const check = await app.as(requesterId).post('/account-requests/check', { details })
  const { body } = await app.as(requesterId).post('/account-requests', details)
  return {
    requesterId,
    ownerId,
    requestId: body.id as string,
    approvalId: body.approvals[0].id as string,
    stages: check.body.preview.stages.map((stage: { name: string }) => stage.name),
  }
}
type Submitted = Awaited<ReturnType<typeof submit>>

async function observe(personId: string, { requestId, approvalId }: Submitted) {
  const caller = await signedIn(app, personId)
  const addresses = [`/account-approvals/${approvalId}`, `/account-requests/${requestId}`]
  const lists = [`/account-approvals/${approvalId}/alike`, `/audit/activity?kind=accountRequest&id=${requestId}`]
  for (const list of ['my-requests-pending-approval', 'pending-approvals', 'inbox', '']) lists.push(`/account-approvals/${list}`)
  const responses = []
  for (const address of [...addresses, ...lists]) responses.push(await caller.get(address.replace(/\/$/, '')))
  return { statuses: responses.slice(0, addresses.length).map(({ status }) => status), text: comparable(responses.map(({ body }) => body)) }
}

const vote = (givenName: string, approvalId: string) =>
  app.as(id(givenName)).post(`/account-approvals/${approvalId}`, { decision: 'approve', stage: 1 })

async function observeAll() {
  const submitted = await submit()
  const { requesterId, ownerId, approvalId } = submitted
  const linkedId = await createLinkedUser(app, requesterId)
  for (const person_id of [linkedId, requesterId])
    await app.db.insertInto('family_owners').values({ family_id: family.familyId, person_id, position: ++number }).execute()
  const formerAdminId = await newPerson(app, { roles: ['Slipway.Admin'] })
  await signedIn(app, formerAdminId)
  await app.db.updateTable('people').set({ roles: [] }).where('id', '=', formerAdminId).execute()
  const readers = {
    requester: requesterId,
    proposedOwner: ownerId,
    linked: linkedId,
    formerAdmin: formerAdminId,
    accountOwner: family.ownerId,
  }
  const observeReaders = async () => {
    const views: Record<string, Awaited<ReturnType<typeof observe>>> = {}
    for (const [name, personId] of Object.entries(readers)) views[name] = await observe(personId, submitted)
    return views
  }
  const pending = await observeReaders()
  const approver = await observe(id('Ravi'), submitted)
  for (const givenName of ['Ravi', 'Samuel']) expect((await vote(givenName, approvalId)).status).toBe(200)
  return { stages: submitted.stages, pending, approver, decided: await observeReaders() }
}

describe('the budget of another account', () => {
  it('has no effect on what the requester, owners, former administrators and second user accounts see', async () => {
    const before = await observeAll()
    await multiplyBudgets()
    const { approver, ...after } = await observeAll()
    const { approver: approverBefore, ...expected } = before
    expect(after).toEqual(expected)
    expect(approver.text).not.toBe(approverBefore.text)
    const statusesOf = (views: typeof after.pending) => Object.entries(views).map(([name, { statuses }]) => [name, ...statuses])
    const denied = ['linked', 'formerAdmin', 'accountOwner'].map((name) => [name, 404, 404])
    expect(statusesOf(after.pending)).toEqual([['requester', 200, 200], ['proposedOwner', 404, 404], ...denied])
    expect(statusesOf(after.decided)).toEqual([['requester', 200, 200], ['proposedOwner', 200, 200], ...denied])
  })

  it('is hidden from a user account that voted and later turned out to be the requester’s', async () => {
    const { requesterId, approvalId } = await submit()
    expect((await vote('Ravi', approvalId)).status).toBe(200)
    const accountsOf = async () =>
      (await app.as(id('Ravi')).get(`/account-approvals/${approvalId}`)).body.evidence.familyBudget?.accounts ?? 0
    expect(await accountsOf()).toBeGreaterThan(0)
    const people = await app.db
      .selectFrom('people')
      .select(['id', 'employee_id'])
      .where('id', 'in', [requesterId, id('Ravi')])
      .execute()
    const ravi = people.find((person) => person.id === id('Ravi'))!
    await app.db.updateTable('people').set({ employee_id: ravi.employee_id }).where('id', '=', requesterId).execute()
    expect(await accountsOf()).toBe(0)
    await app.db.updateTable('people').set({ employee_id: null }).where('id', '=', requesterId).execute()
  })
})
