import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const list = (query = '') => app.as(app.persona('Niamh').id).get(`/admin/users?${query}`)

describe('listUsers', () => {
  it('finds people by a misspelt name, by role and by status, with the accounts that they own', async () => {
    await app.as(app.persona('Daniel').id).get('/me')
    const { body } = await list('search=daneil%20okoro')
    expect(body.items[0]).toMatchObject({ displayName: 'Daniel Okoro', sessions: 1, active: true, can: { endSessions: true } })
    expect(body.items[0].ownedAccounts).toBeGreaterThan(5)
    const admins = await list('filter=role==administrator')
    expect(admins.body.items.map(({ displayName }: { displayName: string }) => displayName)).toEqual(['Elif Demir', 'Niamh Brennan'])
    expect((await list('filter=active==disabled;name==*oliver*')).body.items).toMatchObject([
      { displayName: 'Oliver Pemberton', active: false },
    ])
    expect((await list('size=3')).body).toMatchObject({ page: 1, size: 3, total: 900 })
  })

  roleSuite(
    'listUsers',
    () => app,
    () => ({ path: '/admin/users' }),
  )

  it('rejects unknown fields', async () => {
    expect((await list('filter=role==king')).body.code).toBe('invalidFilter')
    expect((await list('sort=password')).status).toBe(400)
  })
})
