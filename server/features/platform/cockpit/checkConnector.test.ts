import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { slipwayServicePrincipalId } from '../../../../simulator/core/constants.ts'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { billingService } from '../../../clients/arm/armBilling.ts'
import { subscriptionCreator } from '../../../clients/missingPermission.ts'
import { requirements } from '../../../clients/requirements/requirements.ts'
import { channelServices } from '../../../notifications/delivery/channelServices.ts'
import { checkPermissions } from './checkPermissionsRegularly.ts'
import { checkService, checks } from './checks.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

/** ID of the built-in role Owner, the same in every tenant. */
const ownerRole = '8e3af657-a8ff-443c-a75c-2fe8c4bcb635'

const as = (givenName: string) => app.as(app.persona(givenName).id)

const check = (service: string) => as('Niamh').post(`/cockpit/connectors/${encodeURIComponent(service)}/check`)

const connector = async (service: string) =>
  (await as('Niamh').get('/cockpit/connectors')).body.connectors.find((each: { service: string }) => each.service === service)

describe('checkConnector', () => {
  it('sends a harmless call to each configured service', async () => {
    app.simulator.exchanges.clear()
    const separateServices = [
      billingService,
      'Azure DevOps',
      'Key Vault',
      channelServices.slack,
      channelServices.teams,
      channelServices.webhook,
    ]
    const services = Object.keys(checks).filter((service) => !separateServices.includes(service))
    expect(services).not.toEqual([])
    for (const service of services) {
      const { status, body } = await check(service)
      expect([status, body.reachable, body.message]).toEqual([200, true, `${service} responds.`])
    }
    const methods = app.simulator.exchanges
      .list()
      .filter(({ service }) => service !== 'identity')
      .map(({ method }) => method)
    expect(new Set(methods)).toEqual(new Set(['GET']))
  })

  it('calls any existing vault and accepts a denial as a response', async () => {
    const { body } = await check('Key Vault')
    expect(body).toMatchObject({ reachable: true, found: expect.any(String) })
  })

  it('checks the hosts of chats and webhooks without sending to a channel', async () => {
    const url = `${app.simulator.origins.chat}/services/T0/B0/canary`
    const created = await as('Niamh').post('/admin/notification-channels', {
      type: 'slack',
      name: 'Platform room',
      url,
      topics: ['requests'],
    })
    expect(created.status, JSON.stringify(created.body)).toBe(201)
    app.simulator.exchanges.clear()
    expect((await check('Slack')).body).toMatchObject({ reachable: true, found: expect.any(String) })
    expect(app.simulator.exchanges.list().map(({ method, path }) => `${method} ${path}`)).toEqual(['HEAD /'])
    expect((await check('Microsoft Teams')).status).toBe(404)
  })

  const listedPermissions = requirements.filter(
    ({ service, name }) => service === 'Microsoft Graph' || (service === 'Azure' && name !== subscriptionCreator.name),
  )
  it.each(listedPermissions)('reports $service $name as missing, and then as granted again', async ({ service, name }) => {
    const runCheck = () => checkService(service, checks[service]!, app.context)
    app.simulator.permissions.take({ service, name })
    const { missing: missingPermissions } = await runCheck()
    app.simulator.permissions.restoreAccess({ service, name })
    expect(missingPermissions).toEqual([expect.objectContaining({ name })])
    expect((await runCheck()).missing).toEqual([])
  })

  it.each(['Azure', 'Microsoft Graph'])('shows the missing permissions of %s until they are granted', async (service) => {
    const usedPermissions = listedPermissions.filter((each) => each.service === service).slice(1, 3)
    for (const each of usedPermissions) app.simulator.permissions.take(each)
    const { body } = await check(service)
    const view = await connector(service)
    for (const each of usedPermissions) app.simulator.permissions.restoreAccess(each)
    const missingPermissions = usedPermissions.map(({ name }) => ({ name, scope: expect.any(String) }))
    expect(body).toMatchObject({ reachable: true, code: 'missingPermission', missing: missingPermissions })
    expect(view).toMatchObject({ state: 'degraded', missing: missingPermissions })
    expect((await check(service)).body).toMatchObject({ reachable: true, code: null, missing: [] })
    expect(await connector(service)).toMatchObject({ state: 'ok', missing: [] })
  })

  it('reads the roles at the root management group, and ignores roles in a subscription', async () => {
    const usedPermission = { service: 'Azure', name: 'Microsoft.Resources/tags/write' } as const
    const scope = `/providers/Microsoft.Management/managementGroups/${app.config.rootManagementGroup}`
    for (const { subscriptionId } of app.company.accounts.filter(({ status }) => status === 'active'))
      await app.context.clients.arm.putRoleAssignment({
        scope: `/subscriptions/${subscriptionId}`,
        roleDefinitionId: ownerRole,
        principalId: slipwayServicePrincipalId,
        principalType: 'ServicePrincipal',
      })
    app.simulator.permissions.take(usedPermission)
    const { body } = await check('Azure')
    app.simulator.permissions.restoreAccess(usedPermission)
    expect(body.missing).toEqual([{ name: usedPermission.name, scope }])
  })

  it('does not report complete permissions when the service does not list them', async () => {
    expect((await check('GitHub')).body).toMatchObject({ reachable: true, code: null, missing: null })
    app.simulator.faults.add({ service: 'graph', action: { kind: 'status', status: 403 } })
    const { body } = await check('Azure')
    const checkedPermissions: boolean[] = []
    const log = { info: (fields: object) => void checkedPermissions.push('missing' in fields && fields.missing !== undefined), warn() {} }
    await checkPermissions({ ...app.context, log })
    app.simulator.faults.clear()
    expect(body).toMatchObject({ reachable: true, code: null, found: expect.stringContaining('unknown'), missing: null })
    expect(checkedPermissions).toEqual([false, true])
  })

  it('explains each failure', async () => {
    app.simulator.faults.add({ service: 'graph', action: { kind: 'status', status: 401 } })
    expect((await check('Microsoft Graph')).body).toMatchObject({ reachable: false, message: expect.stringContaining('didn’t accept') })
    app.simulator.faults.clear()
    expect(await connector(channelServices.mail)).toMatchObject({
      state: 'ok',
      failures: 0,
      checkable: true,
      ways: { channels: 1, failing: 0 },
    })
  })

  roleSuite(
    'checkConnector',
    () => app,
    () => ({ path: '/cockpit/connectors/Azure/check' }),
  )

  it('returns 404 for a service that is not configured or has no harmless call', async () => {
    for (const service of ['Azure DevOps', 'Webhooks', 'toString', 'Nothing']) expect((await check(service)).status).toBe(404)
  })
})
