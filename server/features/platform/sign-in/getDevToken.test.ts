import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { openBrowser } from '../../../../test/browser.ts'
import { type OpenApp, openApp } from '../../../../test/openApp.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
let open: OpenApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  open = await openApp(app)
})
afterAll(async () => {
  await open.close()
  await app.close()
})

describe('getDevToken', () => {
  it('returns a token that is valid for the next call over https', async () => {
    const browser = openBrowser(open)
    await browser.signIn(app.persona('Priya').id)
    const response = await browser.send('/getDevToken')
    expect(response.status).toBe(200)
    const token = await response.json()
    const me = await fetch(`${open.https}/me`, { headers: { authorization: `Bearer ${token}` } })
    expect(await me.json()).toMatchObject({ displayName: 'Priya Raman', credential: 'bearer' })
  })

  roleSuite(
    'getDevToken',
    () => app,
    () => ({ path: '/getDevToken' }),
  )

  it('returns 404 for a session without a token', async () => {
    expect(await app.as(app.persona('Priya').id).get('/getDevToken')).toMatchObject({ status: 404, body: { code: 'notFound' } })
  })

  it('returns 404 in production, where no token is stored', async () => {
    const production = await openApp(app, { mode: 'production' })
    const browser = openBrowser(production)
    await browser.signIn(app.persona('Niamh').id)
    expect((await browser.send('/me')).status).toBe(200)
    expect((await browser.send('/getDevToken')).status).toBe(404)
    const document = await (await browser.send('/openapi.json')).json()
    expect(document.paths).not.toHaveProperty('/getDevToken')
    const rows = await app.db.selectFrom('sessions').select('access_token').where('person_id', '=', app.persona('Niamh').id).execute()
    expect(rows).toEqual([{ access_token: null }])
    await production.close()
  })
})
