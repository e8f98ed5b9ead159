import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { accountOf, activateRole } from './pim.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const list = (givenName: string, query = '') => app.as(app.persona(givenName).id).get(`/pim/activations${query}`)

describe('listPimActivations', () => {
  it('lists the caller’s own activations, the newest first, filtered by status', async () => {
    const [firstId, secondId] = [(await activateRole(app, 0)).body.id, (await activateRole(app, 1)).body.id]
    const { body } = await list('Daniel')
    expect(body.items.map(({ id }: { id: string }) => id)).toEqual([secondId, firstId])
    expect((await list('Daniel', '?filter=status==scheduled')).body.total).toBe(0)
    expect((await list('Daniel', '?filter=status==active')).body.total).toBe(2)
    expect((await list('Niamh')).body.items).toEqual([])
  })

  it('lists an account’s activations for its owners, administrators and auditors', async () => {
    const query = `?accountId=${accountOf(app, 0).id}`
    for (const givenName of ['Daniel', 'Grace'])
      expect((await list(givenName, query)).body.items).toMatchObject([{ role: 'Contributor', status: 'active' }])
  })

  roleSuite(
    'listPimActivations',
    () => app,
    () => ({ path: '/pim/activations' }),
  )

  it('denies other people an account’s activations', async () => {
    expect((await list('Tomasz', `?accountId=${accountOf(app, 0).id}`)).status).toBe(403)
  })

  it('rejects an unknown filter field, and returns 404 for an unknown account', async () => {
    expect((await list('Daniel', '?filter=nothing==1')).body.code).toBe('invalidFilter')
    expect((await list('Daniel', '?accountId=00000000-0000-4000-8000-000000000000')).status).toBe(404)
  })
})
