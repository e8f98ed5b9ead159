import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { type OwnershipApp, startOwnershipApp } from './ownership.fixture.ts'

let app: OwnershipApp
let account: string
let transferredOwner: string
let remainingOwner: string
beforeAll(async () => {
  app = await startOwnershipApp()
  const staff = app.staff('Commerce')
  transferredOwner = staff[0]!
  remainingOwner = staff[1]!
  account = await app.owned('checkout-gift-cards-prod', transferredOwner, remainingOwner)
  await app.move(transferredOwner, 'Property')
})
afterAll(() => app.close())

const path = () => `/accounts/${account}/ownership/keep`
const body = async () => ({ gapId: (await app.gaps(account)).find((gap) => !gap.resolved_at)!.id })

describe('keepOwner', () => {
  roleSuite(
    'keepOwner',
    () => app,
    async () => ({ path: path(), body: await body() }),
  )

  it('denies keeping an owner who left', async () => {
    const [, , missingId, otherId] = app.staff('Commerce')
    const left = await app.owned('checkout-gift-cards-test', missingId!, otherId!)
    await app.leave(missingId!)
    const response = await app.as(otherId!).post(`/accounts/${left}/ownership/keep`, { gapId: (await app.gaps(left))[0]!.id })
    expect([response.status, response.body.code]).toEqual([403, 'forbidden'])
  })

  it('closes the gap without changing the owners when another owner confirms', async () => {
    const question = await body()
    expect((await app.as(transferredOwner).post(path(), question)).status).toBe(403)
    expect(await app.gaps(account)).toMatchObject([{ outcome: null }])
    const response = await app.as(remainingOwner).post(path(), question)
    expect(response.status).toBe(200)
    expect(response.body.owners.map((owner: { id: string }) => owner.id)).toEqual([transferredOwner, remainingOwner])
    expect(await app.gaps(account)).toMatchObject([{ outcome: 'kept' }])
    expect((await app.as(remainingOwner).post(path(), question)).status).toBe(409)
    await app.sync()
    expect((await app.gaps(account)).length).toBe(1)
  })

  it('returns 404 for an unknown gap', async () => {
    expect((await app.as(remainingOwner).post(path(), { gapId: '00000000-0000-4000-8000-000000000000' })).status).toBe(404)
  })
})
