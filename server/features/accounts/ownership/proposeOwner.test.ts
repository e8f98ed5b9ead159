import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { type OwnershipApp, startOwnershipApp } from './ownership.fixture.ts'

let app: OwnershipApp
let account: string
let gapId: string
let leaver: string
let remainingOwner: string
beforeAll(async () => {
  app = await startOwnershipApp()
  const staff = app.staff('Commerce')
  leaver = staff[0]!
  remainingOwner = staff[1]!
  account = await app.owned('checkout-gift-cards-prod', leaver, remainingOwner)
  await app.leave(leaver)
  gapId = (await app.gaps(account))[0]!.id
})
afterAll(() => app.close())

const path = () => `/accounts/${account}/ownership/propose`
const id = (givenName: string) => app.persona(givenName).id

describe('proposeOwner', () => {
  it('proposes the person whom a remaining owner names, who can then accept', async () => {
    const response = await app.as(remainingOwner).post(path(), { gapId, personId: id('Priya') })
    expect(response.status).toBe(200)
    const owner = app.company.people.find((person) => person.id === remainingOwner)!
    expect(response.body.proposals[0]).toMatchObject({
      person: { id: id('Priya') },
      notified: true,
      reason: expect.stringContaining(owner.displayName),
    })
    const proposalNotifications = async () =>
      (await app.notifications(account)).filter((notification) => notification.personId === id('Priya'))
    expect(await proposalNotifications()).toMatchObject([{ body: expect.stringContaining(owner.displayName) }])
    expect((await app.as(remainingOwner).post(path(), { gapId, personId: id('Priya') })).status).toBe(200)
    expect((await proposalNotifications()).length).toBe(1)
    expect((await app.as(id('Priya')).post(`/accounts/${account}/ownership/decline`, { gapId })).status).toBe(200)
    expect((await app.as(id('Niamh')).post(path(), { gapId, personId: id('Priya') })).status).toBe(200)
    expect((await app.as(id('Priya')).get('/accounts/ownership-gaps')).body.items).toMatchObject([
      { role: 'proposed', can: { accept: true } },
    ])
  })

  roleSuite(
    'proposeOwner',
    () => app,
    () => ({ path: path(), body: { gapId, personId: id('Daniel') } }),
  )

  it('denies a person who only has a proposal', async () => {
    expect((await app.as(id('Priya')).post(path(), { gapId, personId: id('Daniel') })).status).toBe(403)
  })

  it.each([
    ['a person who left', () => id('Oliver')],
    ['an owner', () => remainingOwner],
    ['an unknown person', () => '00000000-0000-4000-8000-000000000000'],
  ])('rejects %s', async (_, personId) => {
    const response = await app.as(id('Niamh')).post(path(), { gapId, personId: personId() })
    expect([response.status, response.body.errors[0].field]).toEqual([400, expect.stringMatching(/^personId/)])
  })
})
