import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

describe('getMe', () => {
  it('returns the person, roles and kind of credential', async () => {
    const priya = app.persona('Priya')
    const response = await app.as(priya.id).get('/me')
    expect(response.status).toBe(200)
    expect(response.body).toEqual({
      id: priya.id,
      displayName: 'Priya Raman',
      email: priya.email,
      department: 'Commerce',
      jobTitle: 'Software Engineer',
      active: true,
      roles: [],
      azurePortal: 'https://portal.azure.com',
      segments: { incidentService: 'snow', deploymentTool: 'argo' },
      credential: 'session',
      strongUntil: expect.stringMatching(/Z$/),
    })
    expect((await app.as(app.persona('Niamh').id).get('/me')).body.roles).toEqual(['admin'])
    expect((await app.as(app.persona('Grace').id).get('/me')).body.roles).toEqual(['auditor'])
  })

  it('forbids caching', async () => {
    const [priya, tomasz] = [app.as(app.persona('Priya').id), app.as(app.persona('Tomasz').id)]
    const responses = await Promise.all(Array.from({ length: 50 }, (_, index) => (index % 2 ? priya : tomasz).get('/me')))
    expect(new Set(responses.map(({ headers }) => headers['cache-control']))).toEqual(new Set(['no-store']))
    const names = responses.map(({ body }) => body.displayName)
    expect(names).toEqual(names.map((_, index) => (index % 2 ? 'Priya Raman' : 'Tomasz Zalewski')))
  })

  roleSuite(
    'getMe',
    () => app,
    () => ({ path: '/me' }),
  )

  it('denies a person who is disabled in the directory', async () => {
    expect((await app.as(app.persona('Oliver').id).get('/me')).status).toBe(401)
  })
})
