import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { configurationItemId, groupByName } from '../../../../simulator/servicenow/companyRecords.ts'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { unknownItem } from './getConfigurationItem.ts'
import { accountOf, servicenowCalls } from './incidents.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())
beforeEach(() => app.quiet())

const get = (path: string) => app.as(app.persona('Tomasz').id).get(path)

describe('getConfigurationItem', () => {
  it('returns an item', async () => {
    const account = accountOf(app, 0)
    const response = await get(`/snow/ci/${configurationItemId(account)}`)
    expect([response.status, response.body]).toEqual([200, expect.objectContaining({ name: account.name, status: 'operational' })])
  })

  it('marks an item that is no longer in use', async () => {
    const account = app.company.accounts.find(({ status }) => status === 'decommissioned')!
    expect((await get(`/snow/ci/${configurationItemId(account)}`)).body.status).toBe('retired')
  })

  roleSuite(
    'getConfigurationItem',
    () => app,
    () => ({ path: `/snow/ci/${configurationItemId(accountOf(app, 0))}` }),
  )

  it.each(['..%2Fsys_user', 'x', `${'a'.repeat(31)}%3F`, `${'a'.repeat(32)}?sysparm_fields=password`, 'A'.repeat(32)])(
    'rejects %s',
    async (id) => {
      expect((await get(`/snow/ci/${id}`)).status).toBe(400)
      expect(servicenowCalls(app)).toEqual([])
    },
  )

  it('returns 404 for an unknown item, and for a group', async () => {
    for (const id of ['0'.repeat(32), groupByName('Service Desk')])
      expect((await get(`/snow/ci/${id}`)).body).toMatchObject({
        status: 404,
        message: unknownItem,
      })
  })
})
