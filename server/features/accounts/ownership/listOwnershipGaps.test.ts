import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { type OwnershipApp, startOwnershipApp } from './ownership.fixture.ts'
import { successorReasons } from './successors.ts'

let app: OwnershipApp
let account: string
let leaver: string
let remainingOwner: string
beforeAll(async () => {
  app = await startOwnershipApp()
  const staff = app.staff('Commerce')
  leaver = staff[0]!
  remainingOwner = staff[1]!
  account = await app.owned('checkout-gift-cards-prod', leaver, remainingOwner)
  await app.leave(leaver)
})
afterAll(() => app.close())

const list = (givenName: string, query = '') => app.as(app.persona(givenName).id).get(`/accounts/ownership-gaps${query}`)
interface Item {
  account: { id: string }
  role: string
  proposals: { person: { id: string; displayName: string }; notified: boolean; reason: string }[]
}
const findOwnGap = (response: { body: { items: Item[] } }) => response.body.items.find((item) => item.account.id === account)

describe('listOwnershipGaps', () => {
  it('shows a proposed person the account, the reason for the proposal, and the consequence of not accepting', async () => {
    const response = await list('Ravi')
    expect(response.status).toBe(200)
    const gap = findOwnGap(response)!
    expect(gap).toMatchObject({
      account: { name: 'checkout-gift-cards-prod', environment: 'production' },
      family: { name: 'Checkout' },
      tower: { name: 'Commerce' },
      person: { id: leaver, active: false },
      reason: 'left',
      validOwners: [{ id: remainingOwner }],
      role: 'proposed',
      fallback: { as: 'familyOwner', person: { displayName: 'Ravi Deshmukh' } },
      can: { accept: true, decline: true, propose: true, keep: expect.any(String) },
    })
    expect(gap.proposals[0]).toMatchObject({
      person: { displayName: 'Ravi Deshmukh' },
      notified: true,
      reason: expect.stringContaining(successorReasons.familyOwner('Checkout').slice(1)),
    })
    expect(gap.proposals.filter((each) => each.notified).length).toBe(3)
  })

  it('shows a gap to owners, tower leads and administrators, each with their actions', async () => {
    expect(findOwnGap(await app.as(remainingOwner).get('/accounts/ownership-gaps'))).toMatchObject({
      role: 'owner',
      can: { accept: expect.any(String), propose: true },
    })
    expect(findOwnGap(await list('Margaret'))).toMatchObject({ role: expect.stringMatching(/towerLead|proposed/), can: { accept: true } })
    expect(findOwnGap(await list('Niamh'))).toMatchObject({
      role: 'admin',
      can: { accept: expect.any(String), propose: true },
    })
    expect(findOwnGap(await list('Grace'))).toMatchObject({ role: 'auditor', can: { propose: expect.any(String) } })
  })

  it('hides gaps from other people, and lets administrators exclude other people’s gaps', async () => {
    expect((await list('Tomasz')).body).toMatchObject({ items: [], total: 0 })
    expect(findOwnGap(await list('Niamh', '?mine=true'))).toBeUndefined()
    expect((await list('Niamh', `?account=${account}`)).body).toMatchObject({ total: 1, items: [{ account: { id: account } }] })
    const all = (await list('Niamh')).body
    expect(all.total).toBeGreaterThan(1)
    expect((await list('Niamh', '?size=1&page=2')).body.items).toEqual([all.items[1]])
  })

  it('sorts, filters and searches only the gaps that the caller can see', async () => {
    const accounts = async (query: string, personaName = 'Niamh') =>
      (await list(personaName, `?size=200&${query}`)).body.items.map((item: Item) => item.account.id) as string[]
    const all = await accounts('')
    expect(await accounts('sort=openedAt')).toEqual(all)
    expect(await accounts('sort=-openedAt')).toEqual(all.toReversed())
    expect(await accounts('sort=-accountName')).toEqual((await accounts('sort=accountName')).toReversed())
    expect(await accounts('filter=reason==left;environment==production')).toContain(account)
    expect(await accounts(`filter=reason==left;person==${leaver}`)).toEqual([account])
    expect(await accounts('filter=reason==left;environment==test')).not.toContain(account)
    expect(await accounts('search=gift cards prod')).toEqual([account])
    for (const query of ['search=gift cards prod', 'filter=reason==left,reason==moved', `filter=account==${account}`]) {
      expect(await accounts(query, 'Tomasz')).toEqual([])
      expect(await accounts(`mine=true&${query}`)).not.toContain(account)
    }
  })

  it('hides a gap after the owners were changed', async () => {
    const otherId = await app.owned('checkout-gift-cards-test', leaver, remainingOwner)
    await app.sync()
    expect((await list('Niamh', `?account=${otherId}`)).body.total).toBe(1)
    const owners = { ownerIds: [remainingOwner, app.persona('Daniel').id] }
    expect((await app.as(app.persona('Niamh').id).patch(`/accounts/myAccounts/${otherId}/owners`, owners)).status).toBe(200)
    expect((await list('Niamh', `?account=${otherId}`)).body.total).toBe(0)
  })

  roleSuite(
    'listOwnershipGaps',
    () => app,
    () => ({ path: '/accounts/ownership-gaps' }),
  )

  it.each(['?size=0', '?size=1.5', '?account=me', '?mine=perhaps', '?x=1'])('rejects %s', async (query) => {
    expect((await list('Niamh', query)).status).toBe(400)
  })
})
