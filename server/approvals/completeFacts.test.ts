import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountOwners, createLinkedUser, newPerson, signedIn } from '../../test/adversary/world.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { newRequest } from '../../test/newRequest.ts'
import { decide, requestAccess } from '../features/access/assignments/access.fixture.ts'
import { newAccountBody } from '../features/accounts/accounts/newAccountBody.fixture.ts'
import { makeSandbox } from '../features/sandboxes/sandboxes/sandboxes.fixture.ts'
import { completeFacts } from './completeFacts.ts'
import { minMedianBudgets } from './medianBudget.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const dayMs = 86_400_000
const emptyFacts = { towerId: null, familyId: null, catalogueItemIds: [] }
const person = (personaName: string) => app.persona(personaName).id
const accountOf = (personaName: string) =>
  app.company.accounts.find(
    ({ status, kind, ownerIds }) => status === 'active' && kind === 'cloud' && ownerIds.includes(person(personaName)),
  )!

describe('facts of the scope', () => {
  it('reads the facts from the account, its tower and its family', async () => {
    const { id, towerId, familyId } = accountOf('Daniel')
    const row = await app.db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const { network } = row
    const facts = await completeFacts(app.db, person('Daniel'), { ...emptyFacts, towerId, familyId, accountId: id }, new Date())
    expect(facts.target).toMatchObject({
      kind: 'account',
      name: row.name,
      environment: row.environment,
      criticality: row.criticality,
      dataClassification: row.data_classification,
      tower: app.company.towers.find((each) => each.id === towerId)!.code,
      family: app.company.families.find((each) => each.id === familyId)!.name,
    })
    expect(facts.request).toMatchObject({ region: row.region, connectivity: network!.connectivity, items: [], restrictedItems: false })
    expect(facts.request.connectivity).not.toBe('')
  })

  it('reads the facts from the sandbox, and leaves them empty without a scope', async () => {
    const sandboxId = await makeSandbox(app.db, { name: 'facts-lab', owners: [person('Priya')] })
    const facts = await completeFacts(app.db, person('Ravi'), { ...emptyFacts, sandboxId }, new Date())
    expect(facts.target).toMatchObject({
      kind: 'sandbox',
      name: 'facts-lab',
      environment: 'development',
      tower: '',
      family: '',
      usualBudget: 0,
    })
    expect(facts.request).toMatchObject({ region: 'uksouth', connectivity: '' })
    expect(facts.requester.owner).toBe(false)
    expect((await completeFacts(app.db, person('Priya'), { ...emptyFacts, sandboxId }, new Date())).requester.owner).toBe(true)
    const completedEmptyFacts = await completeFacts(app.db, person('Priya'), emptyFacts, new Date())
    expect([completedEmptyFacts.target.kind, completedEmptyFacts.requester.owner]).toEqual(['', false])
  })

  const familyOfCheckout = () => app.company.families.find(({ name }) => name === 'Checkout')!.id
  const listSimilarAccounts = () =>
    app.db
      .selectFrom('accounts')
      .select(['id', 'budget_amount'])
      .where('family_id', '=', familyOfCheckout())
      .where('status', '=', 'active')
      .where('environment', '=', 'development')
      .orderBy('budget_amount')
      .execute()
  const usualBudget = async (requesterId: string, environment = 'development') => {
    const facts = { ...emptyFacts, familyId: familyOfCheckout(), target: { environment: environment as 'development' } }
    return (await completeFacts(app.db, requesterId, facts, new Date())).target.usualBudget
  }
  const medianOf = (accounts: { budget_amount: unknown }[]) => {
    const budgets = accounts.map(({ budget_amount }) => Number(budget_amount))
    const middleIndex = (budgets.length - 1) / 2
    return (budgets[Math.floor(middleIndex)]! + budgets[Math.ceil(middleIndex)]!) / 2 / 100
  }

  it('doesn’t count accounts that the requester handed over, requested or changed', async () => {
    const similarAccounts = await listSimilarAccounts()
    const requesterId = await newPerson(app)
    const [handedOver, requested, ...others] = similarAccounts
    await accountOwners(app, handedOver!.id).grant(requesterId)
    const caller = await signedIn(app, requesterId)
    const ownerIds = [person('Ravi'), person('Margaret')]
    expect((await caller.patch(`/accounts/myAccounts/${handedOver!.id}/owners`, { ownerIds })).status).toBe(200)
    expect(await usualBudget(requesterId)).toBeCloseTo(medianOf([requested!, ...others]))
    expect(await usualBudget(await createLinkedUser(app, requesterId))).toBeCloseTo(medianOf([requested!, ...others]))

    const { body: request } = await caller.post('/account-requests', newRequest(app, { name: 'median-dev' }))
    await app.db.updateTable('accounts').set({ request_id: request.id }).where('id', '=', requested!.id).execute()
    expect(await usualBudget(requesterId)).toBeCloseTo(medianOf(others))
    await app.db.updateTable('accounts').set({ request_id: null }).where('id', '=', requested!.id).execute()

    const { body: manual } = await app.as(person('Niamh')).post('/accounts', newAccountBody(app, { environment: 'development' }))
    const withManual = (await listSimilarAccounts()).filter(({ id }) => id !== handedOver!.id)
    expect(await usualBudget(requesterId)).toBeCloseTo(medianOf(withManual))
    await accountOwners(app, manual.id).grant(requesterId)
    expect((await caller.patch(`/accounts/myAccounts/${manual.id}/owners`, { ownerIds })).status).toBe(200)
    expect(await usualBudget(requesterId)).toBeCloseTo(medianOf(withManual.filter(({ id }) => id !== manual.id)))
    await app.db.updateTable('accounts').set({ status: 'deleted' }).where('id', '=', manual.id).execute()
  })

  it('calculates the usual budget from at least five active accounts of the family in the same environment', async () => {
    const similarAccounts = await listSimilarAccounts()
    const requesterId = await newPerson(app)
    expect(similarAccounts.length).toBeGreaterThan(minMedianBudgets)
    expect(await usualBudget(requesterId)).toBeCloseTo(medianOf(similarAccounts))
    expect(await usualBudget(requesterId, 'no such')).toBe(0)

    const { grant } = accountOwners(app, similarAccounts[0]!.id)
    await grant(requesterId)
    expect(await usualBudget(requesterId)).toBeCloseTo(medianOf(similarAccounts.slice(1)))
    for (const { id } of similarAccounts.slice(1, -(minMedianBudgets - 1))) await accountOwners(app, id).grant(requesterId)
    expect(await usualBudget(requesterId)).toBe(0)
    expect(await usualBudget(await createLinkedUser(app, requesterId))).toBe(0)
    expect(await usualBudget(person('Tomasz'))).toBeCloseTo(medianOf(similarAccounts))
  })

  it('counts the catalogue items, and reports whether an item has its own approvers', async () => {
    const items = await app.db.selectFrom('catalogue_items').select(['id', 'name', 'monthly_estimate']).orderBy('name').limit(2).execute()
    const catalogueItemIds = items.map(({ id }) => id)
    await app.db.deleteFrom('catalogue_item_approvers').where('item_id', 'in', catalogueItemIds).execute()
    const knownFacts = { ...emptyFacts, catalogueItemIds }
    const factsBefore = await completeFacts(app.db, person('Priya'), knownFacts, new Date())
    expect(factsBefore.request).toMatchObject({ items: items.map(({ name }) => name), restrictedItems: false })
    const amounts = items.map(({ monthly_estimate }) => (monthly_estimate as { amount: number }).amount)
    expect(factsBefore.request.estimate).toBeCloseTo(amounts.reduce((sum, each) => sum + each, 0) / 100)
    await app.db
      .insertInto('catalogue_item_approvers')
      .values({ item_id: items[1]!.id, person_id: person('Ravi') })
      .execute()
    expect((await completeFacts(app.db, person('Priya'), knownFacts, new Date())).request.restrictedItems).toBe(true)
  })
})

describe('facts of the requester', () => {
  it('counts the requester’s accounts, sandboxes and access, and failures of the last 90 days', async () => {
    const tomaszId = person('Tomasz')
    const requesterFacts = async (now = new Date()) => (await completeFacts(app.db, tomaszId, emptyFacts, now)).requester
    const ownedCount = app.company.accounts.filter(({ status, ownerIds }) => status === 'active' && ownerIds.includes(tomaszId)).length
    const requesterBefore = await requesterFacts()
    expect(requesterBefore).toMatchObject({ ownedAccounts: ownedCount, overruns: 0 })
    const liveId = await makeSandbox(app.db, { name: 'facts-live', owners: [tomaszId], requester_id: tomaszId })
    const frozenId = await makeSandbox(app.db, { name: 'facts-frozen', owners: [tomaszId], requester_id: tomaszId })
    await makeSandbox(app.db, { name: 'facts-other', owners: [tomaszId], requester_id: person('Priya') })
    expect(await requesterFacts()).toMatchObject({ liveSandboxes: requesterBefore.liveSandboxes + 2, overruns: 0 })
    await app.db.updateTable('sandboxes').set({ limit_reached_at: new Date() }).where('id', '=', liveId).execute()
    expect((await requesterFacts()).overruns).toBe(1)
    const event = { sandbox_id: frozenId, person_id: null, text: 'For this test.' }
    await app.db
      .insertInto('sandbox_events')
      .values([
        { ...event, id: randomUUID(), kind: 'frozen', key: 'frozen:budget:1', at: new Date(Date.now() - 1_000) },
        { ...event, id: randomUUID(), kind: 'resumed', key: 'resumed:1', at: new Date() },
      ])
      .execute()
    expect((await requesterFacts()).overruns).toBe(2)
    expect((await requesterFacts(new Date(Date.now() + 91 * dayMs))).overruns).toBe(0)
  })

  it('counts decisions on the requester’s requests in 90 days, not on requests by others', async () => {
    const now = new Date()
    const since = new Date(now.getTime() - 90 * dayMs)
    const approvals = await app.db.selectFrom('approvals').select(['requester_id', 'status', 'opened_at', 'automatic']).execute()
    for (const requester of new Set(approvals.map(({ requester_id }) => requester_id))) {
      const ownRounds = approvals.filter((round) => round.requester_id === requester && round.automatic === null && round.opened_at > since)
      const { approved, rejected } = (await completeFacts(app.db, requester, emptyFacts, now)).requester
      expect({ approved, rejected }).toEqual({
        approved: ownRounds.filter(({ status }) => status === 'approved').length,
        rejected: ownRounds.filter(({ status }) => status === 'rejected').length,
      })
    }
  })

  it('counts approved requests of any kind', async () => {
    const approvedCount = async () => (await completeFacts(app.db, person('Tomasz'), emptyFacts, new Date())).requester.approved
    const countBefore = await approvedCount()
    const { approvalId } = await requestAccess(app, accountOf('Daniel'), { who: 'Tomasz' })
    expect((await decide(app, 'Daniel', approvalId)).status).toBe(200)
    expect(await approvedCount()).toBe(countBefore + 1)
  })

  it('marks only the owners of this account or sandbox as owners', async () => {
    const { id: accountId, ownerIds } = accountOf('Daniel')
    const sandboxId = await makeSandbox(app.db, { name: 'facts-owned', owners: [person('Priya')] })
    for (const { id } of app.company.personas) {
      const owner = async (where: object) => (await completeFacts(app.db, id, { ...emptyFacts, ...where }, new Date())).requester.owner
      expect([await owner({ accountId }), await owner({ sandboxId })]).toEqual([ownerIds.includes(id), id === person('Priya')])
    }
  })
})
