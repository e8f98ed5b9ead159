import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { services } from './services.fixture.ts'

let app: TestApp
let updates: ReturnType<typeof services>
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  updates = services(app)
})
afterAll(() => app.close())

const path = (account: { id: string }) => `/accounts/${account.id}/updates`

describe('listAccountUpdates', () => {
  it('returns every kind of change page by page, newest first', async () => {
    const account = updates.loadFree(0)
    const daniel = app.as(app.persona('Daniel').id)
    const services = await updates.ask(account)
    await daniel.patch(`/accounts/myAccounts/${account.id}`, { costCentre: 'CC-4' })
    const firstResponse = await daniel.get(`${path(account)}?size=1`)
    expect(firstResponse.body).toMatchObject({ page: 1, size: 1, total: 2, totalIsCapped: false })
    expect(firstResponse.body.items).toMatchObject([
      {
        kind: 'details',
        status: 'approved',
        runStatus: 'queued',
        diff: [{ before: account.costCentre, after: 'CC-4' }],
      },
    ])
    expect((await daniel.get(`${path(account)}?size=1&page=2`)).body.items).toMatchObject([{ id: services.id, kind: 'catalogue' }])
  })

  it('sorts, filters and searches only the changes of this account', async () => {
    const daniel = app.as(app.persona('Daniel').id)
    const [account, otherAccount] = [updates.loadFree(1), updates.loadFree(2)]
    const { reference } = await updates.ask(account)
    for (const each of [account, otherAccount]) await daniel.patch(`/accounts/myAccounts/${each.id}`, { costCentre: 'CC-4' })
    const kinds = async (query: string) =>
      (await daniel.get(`${path(account)}?${query}`)).body.items.map(({ kind }: { kind: string }) => kind) as string[]
    expect(await kinds('sort=createdAt')).toEqual(['catalogue', 'details'])
    expect(await kinds('sort=-createdAt')).toEqual(['details', 'catalogue'])
    expect(await kinds('sort=-kind')).toEqual(['details', 'catalogue'])
    expect(await kinds('filter=kind==details;status==approved')).toEqual(['details'])
    expect(await kinds(`search=${reference}`)).toEqual(['catalogue'])
    expect(await kinds('search=okoro&sort=kind')).toEqual(['catalogue', 'details'])
    expect(await kinds('filter=kind==details,kind==catalogue')).toEqual(['details', 'catalogue'])
    const [otherUpdate] = (await daniel.get(path(otherAccount))).body.items
    for (const query of [`search=${otherUpdate.reference}`, `filter=reference==${otherUpdate.reference},status==approved`])
      expect(JSON.stringify((await daniel.get(`${path(account)}?${query}`)).body)).not.toContain(otherUpdate.id)
  })

  roleSuite(
    'listAccountUpdates',
    () => app,
    () => ({ path: path(updates.loadFree(0)) }),
  )

  it('returns 404 for an unknown account', async () => {
    const response = await app.as(app.persona('Daniel').id).get(path({ id: '00000000-0000-4000-8000-000000000000' }))
    expect([response.status, response.body.code]).toEqual([404, 'notFound'])
  })
})
