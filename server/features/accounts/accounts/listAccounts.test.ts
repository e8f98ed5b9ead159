import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

describe('listAccounts', () => {
  it('leaves out edge accounts by default', async () => {
    const user = app.as(app.persona('Tomasz').id)
    const cloud = await user.get('/accounts')
    expect(cloud.body.length).toBe(app.company.accounts.filter((account) => account.kind !== 'edge').length)
    expect(new Set(cloud.body.map((account: { kind: string }) => account.kind))).toEqual(new Set(['cloud']))
    const all = await user.get('/accounts?includeEdge=true')
    expect(all.body.length).toBe(app.company.accounts.length)
    expect(all.headers.link).toBeUndefined()
  })

  it('sorts by name and returns the public fields', async () => {
    const { body } = await app.as(app.persona('Tomasz').id).get('/accounts')
    const names = body.map((account: { name: string }) => account.name)
    expect(names.slice(0, 5)).toEqual([...names].sort().slice(0, 5))
    expect(Object.keys(body[0]).sort()).toEqual([
      'environment',
      'family',
      'id',
      'kind',
      'name',
      'region',
      'status',
      'subscriptionId',
      'tower',
    ])
  })

  roleSuite(
    'listAccounts',
    () => app,
    () => ({ path: '/accounts' }),
  )

  it.each(['includeEdge=maybe', 'edge=true', 'includeEdge=true&includeEdge=false'])('rejects ?%s', async (query) => {
    expect((await app.as(app.persona('Tomasz').id).get(`/accounts?${query}`)).status).toBe(400)
  })
})
