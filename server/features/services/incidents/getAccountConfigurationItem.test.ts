import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { configurationItemId } from '../../../../simulator/servicenow/companyRecords.ts'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { accountOf, maskRows } from './incidents.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const path = (n: number) => `/accounts/${accountOf(app, n).id}/configurationItem`
const get = (n: number) => app.as(app.persona('Tomasz').id).get(path(n))

describe('getAccountConfigurationItem', () => {
  it('returns the account’s configuration item', async () => {
    const account = accountOf(app, 0)
    expect((await get(0)).body).toMatchObject({
      item: { sysId: configurationItemId(account), name: account.name },
      fetchedAt: expect.any(String),
    })
  })

  it('returns no item if ServiceNow has none, or ignores the query', async () => {
    const rows = [{ sys_id: 'a'.repeat(32), name: 'Another', correlation_id: 'another' }]
    const fault = app.simulator.faults.add({ service: 'servicenow', action: maskRows(rows) })
    expect((await get(1)).body.item).toBeNull()
    app.simulator.faults.remove(fault)
  })

  roleSuite(
    'getAccountConfigurationItem',
    () => app,
    () => ({ path: path(0) }),
  )

  it('returns 404 for an unknown account, and an error when ServiceNow does not respond', async () => {
    expect((await app.as(app.persona('Tomasz').id).get('/accounts/00000000-0000-4000-8000-000000000000/configurationItem')).status).toBe(
      404,
    )
    const denial = { kind: 'status', status: 403, body: { error: { message: 'ACL' } } } as const
    const fault = app.simulator.faults.add({ service: 'servicenow', action: denial })
    expect((await get(2)).body.code).toBe('outsideFailed')
    app.simulator.faults.remove(fault)
  })
})
