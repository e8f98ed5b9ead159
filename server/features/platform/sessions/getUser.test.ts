import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const get = (id: string, givenName = 'Niamh') => app.as(app.persona(givenName).id).get(`/admin/users/${id}`)

describe('getUser', () => {
  it('shows a person with their open sessions, without actions for auditors', async () => {
    const { id } = app.persona('Priya')
    await app.as(id).get('/me')
    expect((await get(id)).body).toMatchObject({
      displayName: 'Priya Raman',
      sessions: 1,
      openSessions: [{ browser: 'test', current: false }],
    })
    expect((await get(id, 'Grace')).body.can).toEqual({ endSessions: expect.any(String) })
  })

  roleSuite(
    'getUser',
    () => app,
    () => ({ path: `/admin/users/${app.persona('Priya').id}` }),
  )

  it('returns 404 for an unknown person', async () => {
    expect((await get('00000000-0000-7000-8000-000000000001')).status).toBe(404)
  })
})
