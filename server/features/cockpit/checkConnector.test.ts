import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { roleSuite } from '../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ work: false })
})
afterAll(() => app.close())

const as = (givenName: string) => app.as(app.persona(givenName).id)

const check = (service: string) => as('Niamh').post(`/cockpit/connectors/${encodeURIComponent(service)}/check`)

describe('checkConnector works', () => {
  it('asks each service that is set up something harmless', async () => {
    app.simulator.exchanges.clear()
    const services = ['Azure', 'Microsoft Graph', 'GitHub', 'ServiceNow', 'Argo CD', 'The store directory', 'The price list of Azure']
    for (const service of [...services, 'The mail server']) {
      const { status, body } = await check(service)
      expect([status, body.answers, body.message]).toEqual([200, true, `${service} answers.`])
    }
    const methods = app.simulator.exchanges
      .list()
      .filter(({ service }) => service !== 'identity')
      .map(({ method }) => method)
    expect(new Set(methods)).toEqual(new Set(['GET']))
  })

  it('asks a vault of some account, whoever has one, and takes its refusal for an answer', async () => {
    const { body } = await check('Key Vault')
    expect(body).toMatchObject({ answers: true, found: expect.stringMatching(/^The vault [\w-]+ was asked\.$/) })
  })

  it('looks whether the hosts of chats and webhooks are there, and writes nothing into anybody’s channel', async () => {
    const url = `${app.simulator.origins.chat}/services/T0/B0/canary`
    const made = await as('Niamh').post('/admin/notification-channels', { type: 'slack', name: 'Platform room', url, topics: ['requests'] })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    app.simulator.exchanges.clear()
    expect((await check('Slack')).body).toMatchObject({ answers: true, found: expect.stringMatching(/^Its host answers\./) })
    expect(app.simulator.exchanges.list().map(({ method, path }) => `${method} ${path}`)).toEqual(['HEAD /'])
    expect((await check('Microsoft Teams')).status).toBe(404)
  })

  it('says in words what is wrong', async () => {
    app.simulator.faults.add({ service: 'graph', action: { kind: 'status', status: 401 } })
    expect((await check('Microsoft Graph')).body).toMatchObject({ answers: false, message: expect.stringContaining('did not accept') })
    app.simulator.faults.clear()
    const mail = (await as('Niamh').get('/cockpit/connectors')).body.connectors.find(
      ({ service }: { service: string }) => service === 'The mail server',
    )
    expect(mail).toMatchObject({ state: 'ok', failures: 0, checkable: true, ways: { channels: 1, failing: 0 } })
  })
})

describe('checkConnector refuses', () => {
  roleSuite(
    'checkConnector',
    () => app,
    () => ({ path: '/cockpit/connectors/Azure/check' }),
  )
})

describe('checkConnector fails', () => {
  it('on a service that is not set up, or has nothing harmless to be asked', async () => {
    for (const service of ['Azure DevOps', 'Webhooks', 'toString', 'Nothing']) expect((await check(service)).status).toBe(404)
  })
})
