import { afterAll, beforeAll, describe } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ work: false })
})
afterAll(() => app.close())

/** What it counts is told in listDeliveries.test.ts, where there is something to count. */
describe('getDeliveryOptions refuses', () => {
  roleSuite(
    'getDeliveryOptions',
    () => app,
    () => ({ path: '/admin/deliveries/options' }),
  )
})
