import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { subscriptionCreator } from '../../../../simulator/arm/billing.ts'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { agreementOf } from '../../../clients/arm/armBilling.ts'
import { checkBilling } from './checkBilling.ts'
import { checkPermissions } from './checkPermissionsRegularly.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
beforeEach(() => {
  app.simulator.faults.clear()
  app.simulator.permissions.restoreAccess(subscriptionCreator)
})
afterAll(() => app.close())

const service = 'Azure billing'
const log = { info() {}, warn() {} }
const check = (billingScope = app.config.billingScope) => checkBilling({ ...app.context, config: { billingScope } })
const readVisible = async () =>
  (await app.as(app.persona('Niamh').id).get('/cockpit/connectors')).body.connectors.find(
    (each: { service: string }) => each.service === service,
  )
const responses = (path: string, status: number, body: unknown) =>
  app.simulator.faults.add({ service: 'arm', path, action: { kind: 'status', status, body } })

const guid = '10000000-0000-4000-8000-000000000000'
const invoiceSection = `/providers/Microsoft.Billing/billingAccounts/${guid}:${guid}_2019-05-31/billingProfiles/AW4F-XXXX-BG7-TGB/invoiceSections/SH3V-XXXX-PJA-TGB`

describe('agreementOf', () => {
  it.each([
    ['/providers/Microsoft.Billing/billingAccounts/1234567/enrollmentAccounts/7654321', 'enterpriseAgreement'],
    ['/providers/microsoft.billing/BillingAccounts/1234567/enrollmentaccounts/7654321', 'enterpriseAgreement'],
    [invoiceSection, 'customerAgreement'],
    [`${invoiceSection}/`, undefined],
    ['providers/Microsoft.Billing/billingAccounts/1/enrollmentAccounts/2', undefined],
    ['/providers/Microsoft.Billing/billingAccounts/1/enrollmentAccounts/two', undefined],
    [`/providers/Microsoft.Billing/billingAccounts/${guid}/invoiceSections/x`, undefined],
    ['/providers/Microsoft.Billing/billingAccounts/1/enrollmentAccounts/2\n', undefined],
    ['', undefined],
  ])('returns the agreement type of %j: %s', (scope, agreement) => {
    expect(agreementOf(scope)).toBe(agreement)
  })
})

describe('checkBilling', () => {
  it('confirms that subscriptions can be created', async () => {
    expect(await check()).toEqual({ found: expect.any(String), missing: [] })
    expect((await readVisible()).state).toBe('ok')
  })

  it.each([
    ['is malformed', '/subscriptions/x', 'malformedScope'],
    ['belongs to another customer', invoiceSection, 'Unauthorized'],
  ])('shows the service as down in the cockpit if the scope %s', async (_, scope, code) => {
    await expect(check(scope)).rejects.toMatchObject({ code })
    expect(await readVisible()).toMatchObject({ state: 'down', checkable: true, lastError: { code } })
  })

  it('names the missing permission to create subscriptions, and the role that grants it', async () => {
    app.simulator.permissions.take(subscriptionCreator)
    const { body } = await app.as(app.persona('Niamh').id).post(`/cockpit/connectors/${encodeURIComponent(service)}/check`)
    const missingPermissions = [{ name: subscriptionCreator.name, scope: expect.any(String) }]
    expect(body).toMatchObject({
      reachable: true,
      code: 'missingPermission',
      missing: missingPermissions,
      found: expect.stringContaining('SubscriptionCreator'),
    })
    expect(await readVisible()).toMatchObject({ state: 'degraded', missing: missingPermissions })
  })

  it('updates the status in the cockpit with each attempt to create a subscription', async () => {
    const create = () =>
      app.context.clients.arm.putSubscriptionAlias(randomUUID(), {
        displayName: 'one',
        workload: 'DevTest',
        billingScope: app.config.billingScope,
      })
    app.simulator.permissions.take(subscriptionCreator)
    await expect(create()).rejects.toThrow('Subscription creator')
    expect(await readVisible()).toMatchObject({ state: 'degraded', missing: [{ name: 'Subscription creator' }] })
    app.simulator.permissions.restoreAccess(subscriptionCreator)
    await create()
    expect((await readVisible()).missing).toEqual([])
  })

  it('recovers at the next scheduled check after the scope is usable again', async () => {
    const fault = responses('/(enrollmentAccounts/\\d+\\?|checkAccess)', 403, { error: { code: 'Unauthorized', message: 'No.' } })
    await checkPermissions({ ...app.context, log })
    expect((await readVisible()).state).toBe('down')
    app.simulator.faults.remove(fault)
    await checkPermissions({ ...app.context, log })
    expect((await readVisible()).state).not.toBe('down')
  })

  it('requires neither read permission for the scope nor Azure’s permission check', async () => {
    const fault = responses('/enrollmentAccounts/\\d+\\?', 403, { error: { code: 'Unauthorized', message: 'No.' } })
    expect((await check()).missing).toEqual([])
    app.simulator.faults.remove(fault)
    responses('/checkAccess', 404, { error: { code: 'NotFound', message: 'No.' } })
    expect(await check()).toEqual({ found: expect.stringContaining('didn’t say') })
  })

  it('doesn’t prevent the server from starting despite an invalid scope or a failing service', async () => {
    const logLines: object[] = []
    const warn = (fields: object) => void logLines.push(fields)
    await checkPermissions({ ...app.context, config: { ...app.config, billingScope: 'nonsense' }, log: { ...log, warn } })
    responses('/enrollmentAccounts/', 500, 'gone')
    await checkPermissions({ ...app.context, log: { ...log, warn } })
    expect(logLines).toEqual(Array(2).fill({ service: 'Azure billing', err: expect.any(Error) }))
  })
})
