import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { agreementOf } from '../../clients/armBilling.ts'
import { checkBilling, checkBillingAtStart } from './checkBilling.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
beforeEach(() => app.simulator.faults.clear())
afterAll(() => app.close())

const service = 'Azure billing'
const check = (billingScope = app.config.billingScope) => checkBilling({ ...app.context, config: { billingScope } })
const shown = async () =>
  (await app.as(app.persona('Niamh').id).get('/cockpit/connectors')).body.connectors.find(
    (each: { service: string }) => each.service === service,
  )
const answers = (path: string, status: number, body: unknown) =>
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
  ])('tells the form of %j: %s', (scope, agreement) => {
    expect(agreementOf(scope)).toBe(agreement)
  })
})

describe('checkBilling', () => {
  it('finds that subscriptions may be created', async () => {
    expect(await check()).toBe('Slipway can create subscriptions there.')
    expect((await shown()).state).toBe('ok')
  })

  it.each([
    ['is malformed', '/subscriptions/x', 'malformedScope'],
    ['is somebody else’s', invoiceSection, 'Unauthorized'],
  ])('fails where the scope %s, and the cockpit shows it', async (_, scope, code) => {
    await expect(check(scope)).rejects.toMatchObject({ code })
    expect(await shown()).toMatchObject({ state: 'down', checkable: true, lastError: { code } })
  })

  it('fails where Slipway may not create subscriptions, and says which role is missing', async () => {
    answers('/checkAccess', 200, [{ action: 'Microsoft.Subscription/subscriptions/write', accessDecision: 'NotAllowed' }])
    await expect(check()).rejects.toMatchObject({ code: 'cannotCreate', message: expect.stringContaining('SubscriptionCreator') })
    const { body } = await app.as(app.persona('Niamh').id).post(`/cockpit/connectors/${encodeURIComponent(service)}/check`)
    expect(body).toMatchObject({ answers: false, code: 'cannotCreate' })
    expect((await shown()).state).toBe('down')
  })

  it('does not need the right to read the scope, nor the check where Azure has none', async () => {
    const fault = answers('/enrollmentAccounts/\\d+\\?', 403, { error: { code: 'Unauthorized', message: 'No.' } })
    expect(await check()).toBe('Slipway can create subscriptions there.')
    app.simulator.faults.remove(fault)
    answers('/checkAccess', 404, { error: { code: 'NotFound', message: 'No.' } })
    expect(await check()).toContain('didn’t say')
  })

  it('never stops the start', async () => {
    const logged: string[] = []
    const log = { info: (_: object, text: string) => void logged.push(text), warn: (_: object, text: string) => void logged.push(text) }
    await checkBillingAtStart({ ...app.context, config: { billingScope: 'nonsense' }, log })
    answers('/enrollmentAccounts/', 500, 'gone')
    await checkBillingAtStart({ ...app.context, log })
    expect(logged).toEqual(Array(2).fill('billing scope check failed; creating accounts may fail'))
  })
})
