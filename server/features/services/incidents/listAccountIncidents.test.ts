import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { until } from '../../../../test/until.ts'
import { accountOf, changeInServiceNow, deleteInServiceNow, down, maskRows, newIncident, servicenowCalls } from './incidents.fixture.ts'
import { syncIncidents } from './syncIncidents.ts'

let app: TestApp
let now = new Date()
beforeAll(async () => {
  app = await startTestApp({ now: () => now })
})
afterAll(() => app.close())

const as = (personaName: string) => app.as(app.persona(personaName).id)
const path = (n: number, query = '') => `/accounts/${accountOf(app, n).id}/incidents${query}`
async function raised(n: number, personaName = 'Daniel', title = 'Something is wrong'): Promise<{ id: string; number: string }> {
  const { id } = (await as(personaName).post('/snow/incident', newIncident(accountOf(app, n).id, { title }))).body
  const number = () => app.db.selectFrom('incidents').select('number').where('id', '=', id).executeTakeFirstOrThrow()
  await until(async () => (await number()).number !== null)
  return { id, number: (await number()).number! }
}
const advanceTime = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
}
const statuses = async (n: number) => (await as('Daniel').get(path(n))).body.items.map(({ status }: { status: string }) => status)

describe('listAccountIncidents', () => {
  it('shows owners all incidents, and other people only their own', async () => {
    const firstIncident = await raised(0, 'Tomasz', 'Seen by a user')
    advanceTime(1)
    const secondIncident = await raised(0, 'Daniel', 'Seen by an owner')
    for (const personaName of ['Daniel', 'Niamh', 'Grace']) {
      const { body } = await as(personaName).get(path(0))
      expect([body.total, body.ownOnly, body.items.map(({ id }: { id: string }) => id)]).toEqual([
        2,
        false,
        [secondIncident.id, firstIncident.id],
      ])
    }
    const { body } = await as('Tomasz').get(path(0))
    expect([body.total, body.ownOnly, body.items.map(({ id }: { id: string }) => id)]).toEqual([1, true, [firstIncident.id]])
    expect((await as('Daniel').get(path(0, '?page=2&size=1'))).body).toMatchObject({ total: 2, page: 2, items: [{ id: firstIncident.id }] })
    expect(body.can).toEqual({ raise: true })
  })

  it('sorts, filters and searches only the incidents that the caller can see', async () => {
    const titles = async (query: string, personaName = 'Daniel') =>
      (await as(personaName).get(path(0, `?${query}`))).body.items.map(({ title }: { title: string }) => title)
    const [firstTitle, secondTitle] = ['Seen by a user', 'Seen by an owner']
    expect(await titles('sort=createdAt')).toEqual([firstTitle, secondTitle])
    expect(await titles('sort=-title')).toEqual([secondTitle, firstTitle])
    expect(await titles(`filter=status==new;raisedBy==${app.persona('Tomasz').id}`)).toEqual([firstTitle])
    expect(await titles('search=owner')).toEqual([secondTitle])
    expect(await titles('search=zalewski')).toEqual([firstTitle])
    for (const query of ['search=owner', `filter=raisedBy==${app.persona('Daniel').id}`]) expect(await titles(query, 'Tomasz')).toEqual([])
    expect(await titles('filter=impact=gt=0,urgency=gt=0', 'Tomasz')).toEqual([firstTitle])
  })

  it('reads the list without a call to ServiceNow', async () => {
    await app.quiet()
    await as('Daniel').get(path(0))
    expect(servicenowCalls(app)).toEqual([])
  })
})

describe('the status of an incident', () => {
  it('follows the state in ServiceNow, and notifies the reporter of the resolution', async () => {
    const { number } = await raised(1, 'Tomasz')
    changeInServiceNow(app, number, { state: '2', impact: '1', urgency: '1' })
    advanceTime(3)
    await syncIncidents(app.context)
    expect((await as('Daniel').get(path(1))).body.items[0]).toMatchObject({
      status: 'inProgress',
      priority: 1,
      checkedAt: now.toISOString(),
    })
    changeInServiceNow(app, number, { state: '6', close_code: 'Solution provided', close_notes: 'Restarted' })
    advanceTime(3)
    await syncIncidents(app.context)
    expect(await statuses(1)).toEqual(['resolved'])
    const notifications = (await as('Tomasz').get('/notifications')).body.items.filter(
      ({ kind }: { kind: string }) => kind === 'incidentEnded',
    )
    expect(notifications).toEqual([expect.objectContaining({ title: `${number} resolved`, subjectId: accountOf(app, 1).id })])
    changeInServiceNow(app, number, { state: '2' })
    advanceTime(3)
    await syncIncidents(app.context)
    expect(await statuses(1)).toEqual(['inProgress'])
  })

  it('is read from ServiceNow until the incident is closed, at most every two minutes', async () => {
    const { number } = await raised(2)
    changeInServiceNow(app, number, { state: '7' })
    advanceTime(3)
    await syncIncidents(app.context)
    expect(await statuses(2)).toEqual(['closed'])
    await app.quiet()
    advanceTime(1)
    await syncIncidents(app.context)
    expect(servicenowCalls(app)).toEqual([])
  })

  it('is shown as missing when ServiceNow no longer has the incident, until it returns', async () => {
    const { id, number } = await raised(3)
    const row = await app.db.selectFrom('incidents').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    deleteInServiceNow(app, number)
    advanceTime(3)
    await syncIncidents(app.context)
    expect(await statuses(3)).toEqual(['gone'])
    const visible = maskRows([{ sys_id: row.sys_id!, number, state: '2', active: 'true' }])
    const fault = app.simulator.faults.add({ service: 'servicenow', action: visible })
    advanceTime(24 * 60 + 1)
    await syncIncidents(app.context)
    app.simulator.faults.remove(fault)
    expect(await statuses(3)).toEqual(['inProgress'])
  })

  it('stays the same while ServiceNow is down or hides the state', async () => {
    await raised(4)
    advanceTime(3)
    const fault = app.simulator.faults.add({
      service: 'servicenow',
      action: { ...down, headers: { ...down.headers, 'retry-after': '60' } },
    })
    await syncIncidents(app.context)
    app.simulator.faults.remove(fault)
    expect(await statuses(4)).toEqual(['new'])
    const maskingFault = app.simulator.faults.add({
      service: 'servicenow',
      action: maskRows([{ sys_id: 'a'.repeat(32), number: 'INC0000001' }]),
    })
    await syncIncidents(app.context)
    app.simulator.faults.remove(maskingFault)
    expect(await statuses(4)).toEqual(['new'])
  })
})

describe('listAccountIncidents for other callers and accounts', () => {
  roleSuite(
    'listAccountIncidents',
    () => app,
    () => ({ path: path(0) }),
  )

  it('shows the reason why incidents can’t be raised', async () => {
    const { id } = app.company.accounts.find(({ status }) => status === 'decommissioned')!
    expect((await as('Daniel').get(`/accounts/${id}/incidents`)).body.can.raise).toContain('decommissioned')
  })

  it('returns 404 for an unknown account', async () => {
    expect((await as('Daniel').get('/accounts/00000000-0000-4000-8000-000000000000/incidents')).status).toBe(404)
  })
})
