import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { configurationItemId, groupByName, groupOfFamily, sysId } from '../../../../simulator/servicenow/companyRecords.ts'
import { type Answer, startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { until } from '../../../../test/until.ts'
import { accountOf, asleep, down, hiding, inServiceNow, newIncident, refusing, servicenowCalls } from './incidents.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(() => {
  app.simulator.faults.clear()
  app.simulator.exchanges.clear()
})

const as = (who: string) => app.as(app.persona(who).id)
const raise = (n: number, change: Record<string, unknown>, who = 'Daniel') =>
  as(who).post('/snow/incident', newIncident(accountOf(app, n).id, change))
const rowOf = (id: string) => app.db.selectFrom('incidents').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
/** Waits until the incident is opened or failed. */
async function resolved({ body: { id, account } }: Answer) {
  await until(async () => (await rowOf(id)).status !== 'sending')
  const { items } = (await as('Niamh').get(`/accounts/${account.id}/incidents`)).body
  return items.find((each: { id: string }) => each.id === id)
}
const opened = (id: string) => until(async () => (await rowOf(id)).status === 'new')

describe('raiseIncident', () => {
  it('opens the incident for the account’s item and its support group, as the caller', async () => {
    const account = accountOf(app, 0)
    const incident = await resolved(await raise(0, { title: 'Own item' }))
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
        description: expect.stringMatching(/one basket in five.*Raised by Daniel Okoro .* through Slipway, on the account /s),
      }),
    ])
    const page = await fetch(incident.url)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(incident.number)])
  })

  it('opens it with the given values, for any signed-in person', async () => {
    const other = configurationItemId(accountOf(app, 3))
    const group = groupByName('Payments Operations')
    const chosen = { title: 'As chosen', configurationItem: other, assignmentGroup: group }
    expect(await resolved(await raise(0, chosen, 'Tomasz'))).toMatchObject({
      configurationItem: { sysId: other },
      assignmentGroup: { sysId: group, name: 'Payments Operations' },
    })
    expect(inServiceNow(app, 'As chosen')).toEqual([expect.objectContaining({ cmdb_ci: other, assignment_group: group })])
  })

  it('opens one for a repeated call, and returns its number once known', async () => {
    const send = () =>
      as('Daniel').post('/snow/incident', newIncident(accountOf(app, 0).id, { title: 'Said twice' }), {
        'idempotency-key': 'said-twice-0001',
      })
    const first = await send()
    expect([201, 202]).toContain(first.status)
    const { number } = await resolved(first)
    const repeated = await send()
    expect([repeated.status, repeated.body.id, repeated.body.number]).toEqual([201, first.body.id, number])
    expect(inServiceNow(app, 'Said twice')).toHaveLength(1)
  })

  it('opens one when ServiceNow’s response is lost', async () => {
    app.simulator.faults.add({ service: 'servicenow', method: 'POST', count: 1, action: { kind: 'reset', when: 'after' } })
    const answer = await raise(1, { title: 'Lost answer' })
    await opened(answer.body.id)
    expect(inServiceNow(app, 'Lost answer')).toHaveLength(1)
  })

  it.each([
    ['down', down],
    ['asleep', asleep],
  ] as const)('accepts it while ServiceNow is %s, and opens it later', async (how, action) => {
    const fault = app.simulator.faults.add({ service: 'servicenow', action })
    const answer = await raise(1, { title: `ServiceNow is ${how}` })
    expect([answer.status, answer.body.status, answer.body.number]).toEqual([202, 'sending', null])
    app.simulator.faults.remove(fault)
    await opened(answer.body.id)
    expect(inServiceNow(app, `ServiceNow is ${how}`)).toHaveLength(1)
  })

  it('reports omitted values: an unknown item, a group no longer in use, fields it can’t read', async () => {
    const gone = await resolved(await raise(2, { title: 'Strange item', configurationItem: '0'.repeat(32) }))
    expect(gone).toMatchObject({ configurationItem: null, note: expect.stringContaining('no longer exists') })
    const unused = await resolved(await raise(2, { title: 'Old group', assignmentGroup: groupByName('Data Centre Hosting') }))
    expect(unused).toMatchObject({
      assignmentGroup: { name: expect.stringMatching(/ Support$/) },
      note: expect.stringContaining('no longer in use'),
    })
    app.simulator.faults.add({
      service: 'servicenow',
      path: 'cmdb_ci_cloud',
      action: hiding([{ sys_id: 'a'.repeat(32), name: 'x' }]),
    })
    const hidden = await resolved(await raise(2, { title: 'Hidden field' }))
    expect(hidden).toMatchObject({
      status: 'new',
      configurationItem: null,
      note: expect.stringContaining('read the field correlation_id'),
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
    const before = await app.db.selectFrom('incidents').select('id').execute()
    expect((await raise(0, { [field]: value }, 'Tomasz')).status).toBe(400)
    expect(await app.db.selectFrom('incidents').select('id').execute()).toEqual(before)
    expect(servicenowCalls(app)).toEqual([])
  })

  it('returns 404 under any other first segment', async () => {
    expect((await as('Daniel').post('/servicenow/incident', newIncident(accountOf(app, 0).id))).status).toBe(404)
  })

  it('returns 404 for an unknown account, and rejects a decommissioned one', async () => {
    expect((await as('Grace').post('/snow/incident', newIncident('00000000-0000-4000-8000-000000000000'))).status).toBe(404)
    const { id } = app.company.accounts.find(({ status }) => status === 'decommissioned')!
    expect((await as('Grace').post('/snow/incident', newIncident(id))).body).toMatchObject({ code: 'wrongState' })
  })

  it('shows the failure when ServiceNow rejects the call, and an administrator’s retry opens the incident', async () => {
    const reason = 'Data Policy Exception: The following fields are mandatory: Business service'
    const fault = app.simulator.faults.add({ service: 'servicenow', method: 'POST', action: refusing(reason) })
    const answer = await raise(4, { title: 'Refused there' })
    await until(async () => (await rowOf(answer.body.id)).status === 'failed')
    expect((await rowOf(answer.body.id)).note).toContain(reason)
    const notifications = await as('Daniel').get('/notifications')
    expect(notifications.body.items[0]).toMatchObject({ kind: 'incidentFailed', title: expect.stringContaining(accountOf(app, 4).name) })
    const [run] = (await as('Niamh').get('/work?status=failed')).body
    expect(run.about).toMatchObject({ name: accountOf(app, 4).name, accountId: accountOf(app, 4).id })
    app.simulator.faults.remove(fault)
    expect((await as('Niamh').post(`/work/${run.id}/steps/openIncident/retry`)).status).toBeLessThan(300)
    await opened(answer.body.id)
    expect((await rowOf(answer.body.id)).note).toBeNull()
  })
})
