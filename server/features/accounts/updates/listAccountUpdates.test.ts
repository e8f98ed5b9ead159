import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { services } from './services.fixture.ts'

let app: TestApp
let the: ReturnType<typeof services>
beforeAll(async () => {
  app = await startTestApp({ work: false })
  the = services(app)
})
afterAll(() => app.close())

const path = (account: { id: string }) => `/accounts/${account.id}/updates`

describe('listAccountUpdates', () => {
  it('returns every kind of change page by page, newest first', async () => {
    const account = the.free(0)
    const daniel = app.as(app.persona('Daniel').id)
    const services = await the.ask(account)
    await daniel.patch(`/accounts/myAccounts/${account.id}`, { costCentre: 'CC-4' })
    const first = await daniel.get(`${path(account)}?size=1`)
    expect(first.body).toMatchObject({ page: 1, size: 1, total: 2, totalIsCapped: false })
    expect(first.body.items).toMatchObject([
      {
        kind: 'details',
        status: 'approved',
        workStatus: 'queued',
        diff: [{ before: account.costCentre, after: 'CC-4' }],
      },
    ])
    expect((await daniel.get(`${path(account)}?size=1&page=2`)).body.items).toMatchObject([{ id: services.id, kind: 'catalogue' }])
  })

  it('sorts, filters and searches the changes of this account only', async () => {
    const daniel = app.as(app.persona('Daniel').id)
    const [account, other] = [the.free(1), the.free(2)]
    const { reference } = await the.ask(account)
    for (const each of [account, other]) await daniel.patch(`/accounts/myAccounts/${each.id}`, { costCentre: 'CC-4' })
    const kinds = async (query: string) =>
      (await daniel.get(`${path(account)}?${query}`)).body.items.map(({ kind }: { kind: string }) => kind) as string[]
    expect(await kinds('sort=createdAt')).toEqual(['catalogue', 'details'])
    expect(await kinds('sort=-createdAt')).toEqual(['details', 'catalogue'])
    expect(await kinds('sort=-kind')).toEqual(['details', 'catalogue'])
    expect(await kinds('filter=kind==details;status==approved')).toEqual(['details'])
    expect(await kinds(`search=${reference}`)).toEqual(['catalogue'])
    expect(await kinds('search=okoro&sort=kind')).toEqual(['catalogue', 'details'])
    expect(await kinds('filter=kind==details,kind==catalogue')).toEqual(['details', 'catalogue'])
    const [theirs] = (await daniel.get(path(other))).body.items
    for (const query of [`search=${theirs.reference}`, `filter=reference==${theirs.reference},status==approved`])
      expect(JSON.stringify((await daniel.get(`${path(account)}?${query}`)).body)).not.toContain(theirs.id)
  })

  roleSuite(
    'listAccountUpdates',
    () => app,
    () => ({ path: path(the.free(0)) }),
  )

  it('returns 404 for an unknown account', async () => {
    const answer = await app.as(app.persona('Daniel').id).get(path({ id: '00000000-0000-4000-8000-000000000000' }))
    expect([answer.status, answer.body.code]).toEqual([404, 'notFound'])
  })
})
