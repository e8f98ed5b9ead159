import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { configurationItemId, groupByName, groupOfFamily, sysId } from '../../../../simulator/servicenow/companyRecords.ts'
import { startTestApp, type TestApp, type TestResponse } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { until } from '../../../../test/until.ts'
import { accountOf, down, hibernatingPage, inServiceNow, maskRows, newIncident, rejectWith, servicenowCalls } from './incidents.fixture.ts'
import { incidentNotes } from './raise/raiseInServiceNow.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(() => {
  app.simulator.faults.clear()
  app.simulator.exchanges.clear()
})

const as = (givenName: string) => app.as(app.persona(givenName).id)
const raiseIncident = (n: number, overrides: Record<string, unknown>, givenName = 'Daniel') =>
  as(givenName).post('/snow/incident', newIncident(accountOf(app, n).id, overrides))
const rowOf = (id: string) => app.db.selectFrom('incidents').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
async function waitUntilResolved({ body: { id, account } }: TestResponse) {
  await until(async () => (await rowOf(id)).status !== 'sending')
  const { items } = (await as('Niamh').get(`/accounts/${account.id}/incidents`)).body
  return items.find((each: { id: string }) => each.id === id)
}
const waitUntilOpened = (id: string) => until(async () => (await rowOf(id)).status === 'new')

describe('raiseIncident', () => {
  it('opens the incident for the account’s configuration item and its support group, as the caller', async () => {
    const account = accountOf(app, 0)
    const incident = await waitUntilResolved(await raiseIncident(0, { title: 'Own item' }))
    const item = configurationItemId(account)
    expect(incident).toMatchObject({
      status: 'new',
      number: expect.stringMatching(/^INC\d{7}$/),
      url: expect.stringContaining('/incident.do?sys_id='),
      priority: 2,
      account: { id: account.id, name: account.name },
      configurationItem: { sysId: item, name: account.name },
      assignmentGroup: { sysId: groupOfFamily(account.familyId), name: expect.stringMatching(/ Support$/) },
      raisedBy: { displayName: 'Daniel Okoro' },
      note: null,
    })
    expect(inServiceNow(app, 'Own item')).toEqual([
      expect.objectContaining({
        number: incident.number,
        correlation_id: incident.id,
        cmdb_ci: item,
        assignment_group: groupOfFamily(account.familyId),
        caller_id: sysId(app.persona('Daniel').id),
        impact: '2',
        urgency: '1',
        priority: '2',
        description: expect.stringMatching(new RegExp(`one basket in five.*Daniel Okoro.*${account.name}`, 's')),
      }),
    ])
    const page = await fetch(incident.url)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(incident.number)])
  })

  it('opens the incident with the requested values, for anyone signed in', async () => {
    const otherId = configurationItemId(accountOf(app, 3))
    const group = groupByName('Payments Operations')
    const chosenFields = { title: 'As chosen', configurationItem: otherId, assignmentGroup: group }
    expect(await waitUntilResolved(await raiseIncident(0, chosenFields, 'Tomasz'))).toMatchObject({
      configurationItem: { sysId: otherId },
      assignmentGroup: { sysId: group, name: 'Payments Operations' },
    })
    expect(inServiceNow(app, 'As chosen')).toEqual([expect.objectContaining({ cmdb_ci: otherId, assignment_group: group })])
  })

  it('opens one incident for a repeated call, and returns its number once known', async () => {
    const send = () =>
      as('Daniel').post('/snow/incident', newIncident(accountOf(app, 0).id, { title: 'Said twice' }), {
        'idempotency-key': 'said-twice-0001',
      })
    const firstResponse = await send()
    expect([201, 202]).toContain(firstResponse.status)
    const { number } = await waitUntilResolved(firstResponse)
    const repeated = await send()
    expect([repeated.status, repeated.body.id, repeated.body.number]).toEqual([201, firstResponse.body.id, number])
    expect(inServiceNow(app, 'Said twice')).toHaveLength(1)
  })

  it('opens one incident when ServiceNow’s response is lost', async () => {
    app.simulator.faults.add({ service: 'servicenow', method: 'POST', count: 1, action: { kind: 'reset', when: 'after' } })
    const response = await raiseIncident(1, { title: 'Lost answer' })
    await waitUntilOpened(response.body.id)
    expect(inServiceNow(app, 'Lost answer')).toHaveLength(1)
  })

  it.each([
    ['down', down],
    ['asleep', hibernatingPage],
  ] as const)('accepts the incident while ServiceNow is %s, and opens it later', async (failure, action) => {
    const fault = app.simulator.faults.add({ service: 'servicenow', action })
    const response = await raiseIncident(1, { title: `ServiceNow is ${failure}` })
    expect([response.status, response.body.status, response.body.number]).toEqual([202, 'sending', null])
    app.simulator.faults.remove(fault)
    await waitUntilOpened(response.body.id)
    expect(inServiceNow(app, `ServiceNow is ${failure}`)).toHaveLength(1)
  })

  it('reports values that it leaves out: an unknown item, an inactive group, unreadable fields', async () => {
    const unknownItemIncident = await waitUntilResolved(
      await raiseIncident(2, { title: 'Strange item', configurationItem: '0'.repeat(32) }),
    )
    expect(unknownItemIncident).toMatchObject({ configurationItem: null, note: incidentNotes.itemGone })
    const incidentOfClosedGroup = await waitUntilResolved(
      await raiseIncident(2, { title: 'Old group', assignmentGroup: groupByName('Data Centre Hosting') }),
    )
    expect(incidentOfClosedGroup).toMatchObject({
      assignmentGroup: { name: expect.stringMatching(/ Support$/) },
      note: incidentNotes.groupReplaced,
    })
    app.simulator.faults.add({
      service: 'servicenow',
      path: 'cmdb_ci_cloud',
      action: maskRows([{ sys_id: 'a'.repeat(32), name: 'x' }]),
    })
    const hiddenIncident = await waitUntilResolved(await raiseIncident(2, { title: 'Hidden field' }))
    expect(hiddenIncident).toMatchObject({
      status: 'new',
      configurationItem: null,
      note: expect.stringContaining('correlation_id'),
    })
  })

  roleSuite(
    'raiseIncident',
    () => app,
    () => ({ path: '/snow/incident', body: newIncident(accountOf(app, 0).id) }),
  )

  it.each([
    ['impact', 0],
    ['urgency', 4],
    ['title', 'Two\nlines of it'],
    ['title', 'x'.repeat(161)],
    ['title', '     '],
    ['description', '\n'],
    ['configurationItem', 'sys_id=1^ORDERBYname'],
    ['assignmentGroup', '../sys_user'],
    ['priority', 1],
    ['number', 'INC0000001'],
  ])('rejects %s: %j', async (field, value) => {
    const incidentsBefore = await app.db.selectFrom('incidents').select('id').execute()
    expect((await raiseIncident(0, { [field]: value }, 'Tomasz')).status).toBe(400)
    expect(await app.db.selectFrom('incidents').select('id').execute()).toEqual(incidentsBefore)
    expect(servicenowCalls(app)).toEqual([])
  })

  it('returns 404 under any other first path segment', async () => {
    expect((await as('Daniel').post('/servicenow/incident', newIncident(accountOf(app, 0).id))).status).toBe(404)
  })

  it('returns 404 for an unknown account, and rejects a decommissioned one', async () => {
    expect((await as('Grace').post('/snow/incident', newIncident('00000000-0000-4000-8000-000000000000'))).status).toBe(404)
    const { id } = app.company.accounts.find(({ status }) => status === 'decommissioned')!
    expect((await as('Grace').post('/snow/incident', newIncident(id))).body).toMatchObject({ code: 'wrongState' })
  })

  it('shows the failure when ServiceNow rejects the call, and opens the incident when an administrator retries', async () => {
    const reason = 'Data Policy Exception: The following fields are mandatory: Business service'
    const fault = app.simulator.faults.add({ service: 'servicenow', method: 'POST', action: rejectWith(reason) })
    const response = await raiseIncident(4, { title: 'Refused there' })
    await until(async () => (await rowOf(response.body.id)).status === 'failed')
    expect((await rowOf(response.body.id)).note).toContain(reason)
    const notifications = await as('Daniel').get('/notifications')
    expect(notifications.body.items[0]).toMatchObject({ kind: 'incidentFailed', title: expect.stringContaining(accountOf(app, 4).name) })
    const [run] = (await as('Niamh').get('/work?status=failed')).body
    expect(run.about).toMatchObject({ name: accountOf(app, 4).name, accountId: accountOf(app, 4).id })
    app.simulator.faults.remove(fault)
    expect((await as('Niamh').post(`/work/${run.id}/steps/openIncident/retry`)).status).toBeLessThan(300)
    await waitUntilOpened(response.body.id)
    expect((await rowOf(response.body.id)).note).toBeNull()
  })
})
