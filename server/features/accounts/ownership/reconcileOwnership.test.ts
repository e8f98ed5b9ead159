import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { putPolicy } from '../../../../test/putPolicy.ts'
import { syncDirectory } from '../../platform/directory/syncDirectory.ts'
import { noResponse } from './expireProposals.ts'
import { ownershipTitles } from './notify.ts'
import { type OwnershipApp, startOwnershipApp } from './ownership.fixture.ts'
import { reconcileOwnership } from './reconcileOwnership.ts'
import { successorReasons } from './successors.ts'

let app: OwnershipApp
let staff: string[]
beforeAll(async () => {
  app = await startOwnershipApp()
  staff = app.staff('Commerce')
})
afterAll(() => app.close())

const newPerson = () => staff.pop()!
const id = (givenName: string) => app.persona(givenName).id
const ids = (people: { id: string }[]) => people.map((person) => person.id)
const loadRequestedProposals = async (gapId: string) =>
  (
    await app.db
      .selectFrom('ownership_proposals')
      .select('person_id')
      .where('gap_id', '=', gapId)
      .where('requested_at', 'is not', null)
      .orderBy('rank')
      .execute()
  ).map((row) => row.person_id)

describe('reconcileOwnership after a leaver', () => {
  it('proposes successors, the closest first, and notifies each once, however often it runs', async () => {
    const [leaver, remainingOwner] = [newPerson(), newPerson()]
    const account = await app.owned('checkout-gift-cards-prod', leaver, remainingOwner)
    await app.leave(leaver)
    const [gap] = await app.gaps(account)
    expect(gap).toMatchObject({ person_id: leaver, reason: 'left', resolved_at: null })
    const proposals = await app.db.selectFrom('ownership_proposals').selectAll().where('gap_id', '=', gap!.id).orderBy('rank').execute()
    expect(proposals[0]).toMatchObject({
      person_id: id('Ravi'),
      reason: expect.stringContaining(successorReasons.familyOwner('Checkout').slice(1)),
    })
    const lead = app.company.towers.find((tower) => tower.leadIds.includes(id('Margaret')))
    expect(lead?.name).toBe('Commerce')
    expect(proposals.map((each) => each.person_id)).not.toContain(remainingOwner)
    const people = await app.db
      .selectFrom('people')
      .select(['id', 'active'])
      .where(
        'id',
        'in',
        proposals.map((each) => each.person_id),
      )
      .execute()
    expect(people.every((person) => person.active)).toBe(true)
    expect((await loadRequestedProposals(gap!.id)).length).toBe(3)

    await reconcileOwnership(app.context)
    await app.sync()
    await reconcileOwnership(app.context)
    const notifications = await app.notifications(account)
    expect(notifications.filter((notification) => notification.personId === id('Ravi')).map((notification) => notification.title)).toEqual([
      ownershipTitles.proposal('checkout-gift-cards-prod'),
    ])
    expect(
      notifications.filter((notification) => notification.personId === remainingOwner).map((notification) => notification.title),
    ).toEqual([ownershipTitles.open('checkout-gift-cards-prod')])
    expect(notifications.length).toBe(4)
    expect((await app.gaps(account)).length).toBe(1)
  })

  it('finds the manager of the leaver, although the directory’s changes don’t contain managers', async () => {
    const [leaver, remainingOwner] = [newPerson(), newPerson()]
    const { managerId } = app.company.people.find((person) => person.id === leaver)!
    await app.db.updateTable('people').set({ manager_id: null }).where('id', '=', leaver).execute()
    const account = await app.owned('checkout-fraud-screen-prod', leaver, remainingOwner)
    await app.leave(leaver)
    const [gap] = await app.gaps(account)
    const proposal = await app.db
      .selectFrom('ownership_proposals')
      .select('reason')
      .where('gap_id', '=', gap!.id)
      .where('person_id', '=', managerId!)
      .executeTakeFirst()
    expect(proposal?.reason).toMatch(/manages /i)
  })

  it('doesn’t propose anyone while two active owners remain', async () => {
    const [leaver, firstId, secondId] = [newPerson(), newPerson(), newPerson()]
    const account = await app.owned('checkout-gift-cards-test', leaver, firstId, secondId)
    await app.leave(leaver)
    expect(await app.gaps(account)).toEqual([])
    await app.leave(firstId)
    expect((await app.gaps(account)).map((gap) => gap.person_id)).toEqual([leaver])
    expect(ids(await app.owners(account))).toEqual([leaver, firstId, secondId])
  })

  it('makes the family owner an owner exactly after seven days, with a notification', async () => {
    const [leaver, remainingOwner] = [newPerson(), newPerson()]
    const account = await app.owned('checkout-payments-prod', leaver, remainingOwner)
    await app.leave(leaver)
    app.daysPass(6.99)
    await reconcileOwnership(app.context)
    expect(ids(await app.owners(account))).toEqual([leaver, remainingOwner])
    app.daysPass(0.02)
    await reconcileOwnership(app.context)
    await reconcileOwnership(app.context)
    expect(ids(await app.owners(account))).toEqual([id('Ravi'), remainingOwner])
    expect(await app.gaps(account)).toMatchObject([{ outcome: 'familyOwner', successor_id: id('Ravi') }])
    const titles = (await app.notifications(account))
      .filter((notification) => [id('Ravi'), remainingOwner].includes(notification.personId))
      .map((notification) => notification.title)
    expect(titles.sort()).toEqual([
      ownershipTitles.proposal('checkout-payments-prod'),
      ownershipTitles.resolved('checkout-payments-prod', 'Ravi Deshmukh'),
      ownershipTitles.fallback('checkout-payments-prod'),
      ownershipTitles.open('checkout-payments-prod'),
    ])
    const { version } = await app.db.selectFrom('accounts').select('version').where('id', '=', account).executeTakeFirstOrThrow()
    expect(version).toBe(2)
    const events = await app.db
      .selectFrom('audit_events')
      .selectAll()
      .where('operation', '=', 'ownershipFallback')
      .where('subject_id', '=', account)
      .execute()
    expect(events).toMatchObject([{ actor_name: 'Slipway', before: { ownerId: leaver }, after: { ownerId: id('Ravi') } }])
  })

  it('adds the tower lead after fourteen days without a family owner, then the fallback group', async () => {
    const [leaver, remainingOwner, secondPersonId] = [newPerson(), newPerson(), newPerson()]
    const account = await app.owned('checkout-payments-test', leaver, remainingOwner)
    const otherId = await app.owned('checkout-payments-dev', secondPersonId, remainingOwner)
    await app.leave(leaver, secondPersonId)
    const family = await app.db.selectFrom('accounts').select(['family_id', 'tower_id']).where('id', '=', account).executeTakeFirstOrThrow()
    const familyOwners = await app.db.deleteFrom('family_owners').where('family_id', '=', family.family_id).returningAll().execute()
    app.daysPass(13.9)
    await reconcileOwnership(app.context)
    expect(ids(await app.owners(account))).toEqual([leaver, remainingOwner])
    app.daysPass(0.2)
    const leads = await app.db.deleteFrom('tower_leads').where('tower_id', '=', family.tower_id).returningAll().execute()
    await app.db.updateTable('accounts').set({ tower_id: family.tower_id }).where('id', '=', otherId).execute()
    await app.db.insertInto('tower_leads').values(leads).execute()
    await reconcileOwnership(app.context)
    expect((await app.gaps(account)).at(-1)).toMatchObject({ outcome: 'towerLead', successor_id: id('Margaret') })

    const thirdPersonId = newPerson()
    const lastAccountId = await app.owned('checkout-basket-dev', thirdPersonId, remainingOwner)
    await app.leave(thirdPersonId)
    await app.db.deleteFrom('tower_leads').where('tower_id', '=', family.tower_id).execute()
    app.daysPass(14.1)
    await reconcileOwnership(app.context)
    expect((await app.gaps(lastAccountId)).at(-1)).toMatchObject({ outcome: 'fallbackGroup', successor_id: id('Niamh') })
    await app.db.insertInto('family_owners').values(familyOwners).execute()
    await app.db.insertInto('tower_leads').values(leads).execute()
  })

  it('adds the fallback owner when the last active owner leaves, and keeps proposing successors', async () => {
    const [firstPersonId, secondPersonId] = [newPerson(), newPerson()]
    const account = await app.owned('checkout-basket-preprod', firstPersonId, secondPersonId)
    await app.leave(firstPersonId, secondPersonId)
    const owners = await app.owners(account)
    expect(owners.map((owner) => owner.active)).toEqual([true, false])
    expect(owners[0]!.id).toBe(id('Ravi'))
    const gaps = await app.gaps(account)
    expect(gaps.map((gap) => [gap.outcome, gap.person_id])).toEqual(
      expect.arrayContaining([
        ['familyOwner', firstPersonId],
        [null, secondPersonId],
      ]),
    )
    const titles = (await app.notifications(account))
      .filter((notification) => notification.personId === id('Ravi'))
      .map((notification) => notification.title)
    expect(titles.sort()).toEqual([ownershipTitles.fallback('checkout-basket-preprod'), ownershipTitles.open('checkout-basket-preprod')])
  })

  it('closes the gap if the person who left returns, the owners change, or the account is no longer active', async () => {
    const [firstId, secondId, thirdId, remainingOwner] = [newPerson(), newPerson(), newPerson(), newPerson()]
    const [returningOwner, updated, decommissioned] = [
      await app.owned('checkout-basket-prod', firstId, remainingOwner),
      await app.owned('checkout-basket-test', secondId, remainingOwner),
      await app.owned('checkout-order-confirm-prod', thirdId, remainingOwner),
    ]
    await app.leave(firstId, secondId, thirdId)
    await app.comeBack(firstId)
    const admin = app.as(id('Niamh'))
    expect((await admin.patch(`/accounts/myAccounts/${updated}/owners`, { ownerIds: [remainingOwner, id('Daniel')] })).status).toBeLessThan(
      300,
    )
    await app.db.updateTable('accounts').set({ status: 'decommissioning' }).where('id', '=', decommissioned).execute()
    await reconcileOwnership(app.context)
    expect((await app.gaps(returningOwner)).map((gap) => gap.outcome)).toEqual(['returned'])
    expect((await app.gaps(updated)).map((gap) => gap.outcome)).toEqual(['replaced'])
    expect((await app.gaps(decommissioned)).map((gap) => gap.outcome)).toEqual(['ended'])
  })
})

describe('reconcileOwnership after a move', () => {
  it('proposes only the person who moved, doesn’t remove owners, and ends after a month or when the person returns', async () => {
    const [transferredOwner, otherId, remainingOwner] = [newPerson(), newPerson(), newPerson()]
    const account = await app.owned('checkout-click-collect-prod', transferredOwner, remainingOwner)
    const returningOwnersAccountId = await app.owned('checkout-click-collect-test', otherId, remainingOwner)
    await app.move(transferredOwner, 'Supply Chain')
    await app.move(otherId, 'Supply Chain')
    expect(await app.gaps(account)).toMatchObject([
      { reason: 'moved', person_id: transferredOwner, former_department: 'Commerce', resolved_at: null },
    ])
    expect((await app.notifications(account)).map((notification) => [notification.personId, notification.title])).toEqual([
      [transferredOwner, ownershipTitles.moved('checkout-click-collect-prod')],
    ])
    expect(await loadRequestedProposals((await app.gaps(account))[0]!.id)).toEqual([])
    await app.move(otherId, 'Commerce')
    expect((await app.gaps(returningOwnersAccountId)).map((gap) => gap.outcome)).toEqual(['returned'])
    app.daysPass(31)
    await reconcileOwnership(app.context)
    expect((await app.gaps(account)).map((gap) => gap.outcome)).toEqual(['kept'])
    expect(ids(await app.owners(account))).toEqual([transferredOwner, remainingOwner])
  })
})

it('uses the configured group as a fallback', async () => {
  const { id: configuredId } = await app.db
    .selectFrom('directory_groups')
    .select('id')
    .where('fallback_owners', '=', false)
    .executeTakeFirstOrThrow()
  await syncDirectory({ ...app.context, config: { ...app.config, fallbackOwnersGroup: configuredId } })
  const { rows } = await sql<{ person_id: string }>`
    select person_id from accounts, fallback_owners(accounts.id) where tier = 3 and name = 'checkout-receipts-dev'`.execute(app.db)
  const members = await app.context.clients.graph.listGroupMembers(configuredId)
  expect(rows.map((row) => row.person_id).sort()).toEqual(members.map((member) => member.id).sort())
})

it('opens a gap and notifies people once, even in several parallel processes', async () => {
  const [leaver, remainingOwner] = [newPerson(), newPerson()]
  const account = await app.owned('checkout-receipts-dev', leaver, remainingOwner)
  await app.db.updateTable('people').set({ active: false }).where('id', '=', leaver).execute()
  await Promise.all(Array.from({ length: 6 }, () => reconcileOwnership(app.context)))
  expect((await app.gaps(account)).length).toBe(1)
  expect((await app.notifications(account)).length).toBe(4)
})

it('applies new owners in Azure like a change by a person', async () => {
  const [firstPersonId, secondPersonId] = [newPerson(), newPerson()]
  const account = await app.owned('checkout-order-confirm-test', firstPersonId, secondPersonId)
  await app.leave(firstPersonId, secondPersonId)
  const updates = await app.db.selectFrom('account_updates').selectAll().where('account_id', '=', account).execute()
  expect(updates).toMatchObject([
    {
      kind: 'details',
      requester_id: id('Ravi'),
      change: { before: { owners: [{ id: firstPersonId }, {}] }, after: { owners: [{ id: id('Ravi') }, {}] } },
    },
  ])
})

it('changes owners even if the policy rejects every change of details', async () => {
  const [leaver, remainingOwner, firstPersonId, secondPersonId, thirdPersonId] = [
    newPerson(),
    newPerson(),
    newPerson(),
    newPerson(),
    newPerson(),
  ]
  const shortAccountId = await app.owned('checkout-fraud-screen-test', leaver, remainingOwner)
  const bareAccountId = await app.owned('checkout-fraud-screen-dev', firstPersonId, secondPersonId)
  const response = await app.owned('checkout-gift-cards-dev', thirdPersonId, remainingOwner)
  const restorePolicy = await putPolicy(app, 'accountUpdate', {
    reject: [{ when: 'request.change == "details"', reason: 'Not now.' }],
  })
  await app.leave(leaver, firstPersonId, secondPersonId, thirdPersonId)
  expect((await app.owners(bareAccountId)).map((owner) => owner.active)).toContain(true)
  const [gap] = await app.gaps(response)
  const acceptedResponse = await app.as(id('Ravi')).post(`/accounts/${response}/ownership/accept`, { gapId: gap!.id })
  expect(acceptedResponse.status).toBe(200)
  app.daysPass(7.01)
  await reconcileOwnership(app.context)
  expect((await app.owners(shortAccountId)).every((owner) => owner.active)).toBe(true)
  const updates = await app.db
    .selectFrom('account_updates')
    .select(['account_id', 'status', 'reason'])
    .where('account_id', 'in', [shortAccountId, bareAccountId, response])
    .execute()
  expect(updates.map((update) => update.status)).toEqual(updates.map(() => 'approved'))
  expect(new Set(updates.map((update) => update.account_id)).size).toBe(3)
  expect(updates.map((update) => update.reason)).toContain(noResponse(7))
  await restorePolicy()
})
