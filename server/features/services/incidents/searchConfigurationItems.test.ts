import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { configurationItemId } from '../../../../simulator/servicenow/companyRecords.ts'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { responseProblems } from '../../../clients/serviceResponse.ts'
import { accountOf, hibernatingPage, maskRows, servicenowCalls } from './incidents.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())
beforeEach(() => app.simulator.faults.clear())

const search = (name: string) => app.as(app.persona('Tomasz').id).get(`/snow/search/ci/${encodeURIComponent(name)}`)

describe('searchConfigurationItems', () => {
  it('finds items by a part of their name, with their support group', async () => {
    const account = accountOf(app, 0)
    const { items } = (await search(account.name.slice(1).toUpperCase())).body
    expect(items).toContainEqual({
      sysId: configurationItemId(account),
      name: account.name,
      className: 'cmdb_ci_cloud_service_account',
      description: account.description,
      status: 'operational',
      supportGroup: { sysId: expect.stringMatching(/^[0-9a-f]{32}$/), name: expect.stringMatching(/ Support$/) },
    })
    expect((await search('prod')).body.items).toHaveLength(25)
  })

  it.each(['nothing is called this', 'x^ORname!=x', '^', '^NQactive=true', 'javascript:gs.getUserID()', 'a/b?c#d', 'é%'])(
    'returns no items for %j, without changing the query',
    async (name) => {
      const response = await search(name)
      expect([response.status, response.body.items]).toEqual([200, []])
    },
  )

  it('treats the 404 of older releases as an empty list', async () => {
    app.simulator.faults.add({
      service: 'servicenow',
      action: { kind: 'status', status: 404, body: { error: { message: 'No Record found', detail: null }, status: 'failure' } },
    })
    expect((await search('checkout')).body).toEqual({ items: [], more: false })
  })

  it('leaves out rows that do not match, because an ignored query returns all rows', async () => {
    app.simulator.faults.add({ service: 'servicenow', action: maskRows([{ sys_id: 'a'.repeat(32), name: 'Something else' }]) })
    expect((await search('checkout')).body).toEqual({ items: [], more: false })
  })

  roleSuite(
    'searchConfigurationItems',
    () => app,
    () => ({ path: '/snow/search/ci/checkout' }),
  )

  it.each(['%20', '%0a', 'a%00b', 'x'.repeat(101)])('rejects /%s', async (name) => {
    await app.quiet()
    expect((await app.as(app.persona('Tomasz').id).get(`/snow/search/ci/${name}`)).status).toBe(400)
    expect(servicenowCalls(app)).toEqual([])
  })

  it('returns the cause when ServiceNow is hibernating, hides the names, or sends a 401 page', async () => {
    const failsWith = async (action: Parameters<typeof app.simulator.faults.add>[0]['action']) => {
      const fault = app.simulator.faults.add({ service: 'servicenow', action })
      const { status, body } = await search('checkout')
      app.simulator.faults.remove(fault)
      return [status, body.code, body.message]
    }
    expect(await failsWith(hibernatingPage)).toEqual([
      502,
      'outsideFailed',
      expect.stringContaining(responseProblems.webPage('ServiceNow')),
    ])
    expect(await failsWith(maskRows([{ sys_id: 'a'.repeat(32) }]))).toEqual([502, 'outsideFailed', expect.stringContaining(' name ')])
    const page = { kind: 'status', status: 401, body: '<html>Login</html>', headers: { 'content-type': 'text/html' } } as const
    expect(await failsWith(page)).toEqual([502, 'outsideFailed', expect.stringContaining('didn’t accept')])
  })
})
