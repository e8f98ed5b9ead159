import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { roleSuite } from '../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ work: false })
})
afterAll(() => app.close())

const list = () => app.as(app.persona('Tomasz').id).get('/account-access/groups')

describe('listAccessGroups works', () => {
  it('lists every group of every account in short, by name', async () => {
    const answer = await list()
    const expected = app.company.groups.filter((group) => group.accountId !== undefined).map((group) => group.mailNickname)
    expect(answer.status).toBe(200)
    expect(answer.headers.link).toBeUndefined()
    expect(answer.body.map(({ name }: { name: string }) => name)).toEqual(expected.sort())
    const deployers = answer.body.find(({ name }: { name: string }) => name === 'az-checkout-payments-prod-deployers')
    expect(deployers).toMatchObject({
      account: { name: 'checkout-payments-prod' },
      roles: ['Website Contributor'],
      requestable: true,
      maxDurationHours: 180 * 24,
      status: 'ready',
    })
  })

  it('leaves deleted ones out', async () => {
    const name = 'az-checkout-receipts-dev-readers'
    for (const status of ['deleting', 'deleted'] as const)
      await app.db.updateTable('access_groups').set({ status }).where('name', '=', name).execute()
    expect((await list()).body.map((group: { name: string }) => group.name)).not.toContain(name)
  })
})

describe('listAccessGroups refuses', () => {
  roleSuite(
    'listAccessGroups',
    () => app,
    () => ({ path: '/account-access/groups' }),
  )
})

describe('listAccessGroups fails', () => {
  it('on anything in its query', async () => {
    expect((await app.as(app.persona('Tomasz').id).get('/account-access/groups?all=1')).status).toBe(400)
  })
})
