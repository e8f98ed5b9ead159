import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { configurationItemId } from '../../../../simulator/servicenow/companyRecords.ts'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { until } from '../../../../test/until.ts'
import { hiddenFieldMessage } from '../../../clients/servicenow/servicenowTickets.ts'
import { accountOf, changeInServiceNow, maskRows, newIncident, servicenowCalls } from './incidents.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const as = (givenName: string) => app.as(app.persona(givenName).id)
const path = (n: number) => `/accounts/${accountOf(app, n).id}/incidents/open`

describe('listOpenAccountIncidents', () => {
  it('shows all open incidents, and the status of incidents that were raised in Slipway', async () => {
    const account = accountOf(app, 0)
    await app.context.clients.servicenow.openIncident({
      correlationId: crypto.randomUUID(),
      title: 'Opened by the service desk',
      description: 'By telephone',
      itemSysId: configurationItemId(account),
      impact: 1,
      urgency: 3,
    })
    const raised = (
      await as('Daniel').post(
        '/snow/incident',
        newIncident(account.id, { title: 'Raised here', configurationItem: configurationItemId(accountOf(app, 1)) }),
      )
    ).body
    const numbers = async () =>
      (await app.db.selectFrom('incidents').select('number').where('id', '=', raised.id).executeTakeFirstOrThrow()).number
    await until(async () => (await numbers()) !== null)
    changeInServiceNow(app, (await numbers())!, { state: '7' })
    const { body } = await as('Daniel').get(path(0))
    expect(body.known).toBe(true)
    expect(body.items).toContainEqual(
      expect.objectContaining({
        title: 'Opened by the service desk',
        status: 'new',
        priority: 3,
        raisedInSlipway: false,
        url: expect.stringContaining('sys_id'),
      }),
    )
    expect(body.items).toContainEqual(expect.objectContaining({ title: 'Raised here', status: 'closed', raisedInSlipway: true }))
  })

  it('calls ServiceNow at most once a minute for any number of callers', async () => {
    await Promise.all(['Daniel', 'Niamh', 'Grace'].map((givenName) => as(givenName).get(path(2))))
    await app.quiet()
    expect((await as('Daniel').get(path(2))).status).toBe(200)
    expect(servicenowCalls(app)).toEqual([])
  })

  it('reports when ServiceNow does not know the account', async () => {
    const fault = app.simulator.faults.add({ service: 'servicenow', action: maskRows([]) })
    expect((await as('Daniel').get(path(3))).body).toMatchObject({ known: false, items: [] })
    app.simulator.faults.remove(fault)
  })

  roleSuite(
    'listOpenAccountIncidents',
    () => app,
    () => ({ path: path(0) }),
  )

  it('returns an error when ServiceNow hides the incidents’ items, instead of an empty list', async () => {
    const rows = [{ sys_id: 'a'.repeat(32), number: 'INC0000001', active: 'true' }]
    const fault = app.simulator.faults.add({ service: 'servicenow', path: 'table/incident', action: maskRows(rows) })
    expect((await as('Daniel').get(path(4))).body).toMatchObject({
      status: 502,
      message: expect.stringContaining(hiddenFieldMessage('cmdb_ci', 'incidents')),
    })
    app.simulator.faults.remove(fault)
    expect((await as('Daniel').get(path(4))).status).toBe(200)
  })
})
