import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { ownershipTitles } from './notify.ts'
import { type OwnershipApp, startOwnershipApp } from './ownership.fixture.ts'

let app: OwnershipApp
let account: string
let gapId: string
let anotherId: string
let secondPersonId: string
beforeAll(async () => {
  app = await startOwnershipApp()
  const [leaver, remainingOwner, thirdPersonId] = app.staff('Commerce')
  secondPersonId = thirdPersonId!
  account = await app.owned('checkout-gift-cards-prod', leaver!, remainingOwner!)
  await app.leave(leaver!)
  gapId = (await app.gaps(account))[0]!.id
})
afterAll(() => app.close())

const path = () => `/accounts/${account}/ownership/decline`
const proposals = () => app.db.selectFrom('ownership_proposals').selectAll().where('gap_id', '=', gapId).orderBy('rank').execute()

describe('declineOwnership', () => {
  it('proposes the next candidate once, and keeps the owners', async () => {
    const proposalsBefore = await proposals()
    const reserveCandidate = proposalsBefore.find((each) => !each.requested_at)!
    const response = await app.as(app.persona('Ravi').id).post(path(), { gapId })
    expect(response.status).toBe(200)
    expect(response.body.proposals.find((each: { person: { id: string } }) => each.person.id === app.persona('Ravi').id)).toMatchObject({
      status: 'declined',
    })
    expect((await proposals()).filter((each) => each.requested_at).map((each) => each.person_id)).toContain(reserveCandidate.person_id)
    const notifications = (await app.notifications(account)).filter((notification) => notification.personId === reserveCandidate.person_id)
    expect(notifications.map((notification) => notification.title)).toEqual([ownershipTitles.proposal('checkout-gift-cards-prod')])
    expect((await app.owners(account)).length).toBe(2)
  })

  it('keeps the deadline after which the family owner becomes an owner', async () => {
    app.daysPass(7.1)
    await app.sync()
    expect(await app.gaps(account)).toMatchObject([{ outcome: 'familyOwner' }])
  })
})

describe('declineOwnership by role', () => {
  beforeAll(async () => {
    anotherId = await app.owned('checkout-gift-cards-test', secondPersonId, app.persona('Daniel').id)
    await app.leave(secondPersonId)
  })
  roleSuite(
    'declineOwnership',
    () => app,
    async () => ({ path: `/accounts/${anotherId}/ownership/decline`, body: { gapId: (await app.gaps(anotherId))[0]!.id } }),
  )
})

describe('declineOwnership of a closed gap', () => {
  it('returns 409', async () => {
    expect((await app.as(app.persona('Ravi').id).post(path(), { gapId })).status).toBe(409)
  })
})
