import { afterAll, beforeAll, describe } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

/** The counts are tested in listDeliveries.test.ts, which has deliveries to count. */
describe('getDeliveryOptions', () => {
  roleSuite(
    'getDeliveryOptions',
    () => app,
    () => ({ path: '/admin/deliveries/options' }),
  )
})
