import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { until } from '../../../../test/until.ts'
import { followIncidents } from './followIncidents.ts'
import { accountOf, changeInServiceNow, deleteInServiceNow, down, hiding, newIncident, servicenowCalls } from './incidents.fixture.ts'

let app: TestApp
let now = new Date()
beforeAll(async () => {
  app = await startTestApp({ now: () => now })
})
afterAll(() => app.close())

const as = (who: string) => app.as(app.persona(who).id)
const path = (n: number, query = '') => `/accounts/${accountOf(app, n).id}/incidents${query}`
async function raised(n: number, who = 'Daniel', title = 'Something is wrong'): Promise<{ id: string; number: string }> {
  const { id } = (await as(who).post('/snow/incident', newIncident(accountOf(app, n).id, { title }))).body
  const number = () => app.db.selectFrom('incidents').select('number').where('id', '=', id).executeTakeFirstOrThrow()
  await until(async () => (await number()).number !== null)
  return { id, number: (await number()).number! }
}
const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
}
const statuses = async (n: number) => (await as('Daniel').get(path(n))).body.items.map(({ status }: { status: string }) => status)

describe('listAccountIncidents', () => {
  it('shows all incidents to owners, and others their own', async () => {
    const first = await raised(0, 'Tomasz', 'Seen by a user')
    later(1)
    const second = await raised(0, 'Daniel', 'Seen by an owner')
    for (const who of ['Daniel', 'Niamh', 'Grace']) {
      const { body } = await as(who).get(path(0))
      expect([body.total, body.onlyYours, body.items.map(({ id }: { id: string }) => id)]).toEqual([2, false, [second.id, first.id]])
    }
    const { body } = await as('Tomasz').get(path(0))
    expect([body.total, body.onlyYours, body.items.map(({ id }: { id: string }) => id)]).toEqual([1, true, [first.id]])
    expect((await as('Daniel').get(path(0, '?page=2&size=1'))).body).toMatchObject({ total: 2, page: 2, items: [{ id: first.id }] })
    expect(body.can).toEqual({ raise: true })
  })

  it('sorts, filters and searches the visible incidents only', async () => {
    const titles = async (query: string, who = 'Daniel') =>
      (await as(who).get(path(0, `?${query}`))).body.items.map(({ title }: { title: string }) => title)
    const [first, second] = ['Seen by a user', 'Seen by an owner']
    expect(await titles('sort=createdAt')).toEqual([first, second])
    expect(await titles('sort=-title')).toEqual([second, first])
    expect(await titles(`filter=status==new;raisedBy==${app.persona('Tomasz').id}`)).toEqual([first])
    expect(await titles('search=owner')).toEqual([second])
    expect(await titles('search=zalewski')).toEqual([first])
    for (const query of ['search=owner', `filter=raisedBy==${app.persona('Daniel').id}`]) expect(await titles(query, 'Tomasz')).toEqual([])
    expect(await titles('filter=impact=gt=0,urgency=gt=0', 'Tomasz')).toEqual([first])
  })

  it('calls ServiceNow for no list', async () => {
    await app.quiet()
    await as('Daniel').get(path(0))
    expect(servicenowCalls(app)).toEqual([])
  })
})

describe('the status of an incident', () => {
  it('follows ServiceNow from one state to the next, and the reporter is notified of its end', async () => {
    const { number } = await raised(1, 'Tomasz')
    changeInServiceNow(app, number, { state: '2', impact: '1', urgency: '1' })
    later(3)
    await followIncidents(app.context)
    expect((await as('Daniel').get(path(1))).body.items[0]).toMatchObject({
      status: 'inProgress',
      priority: 1,
      checkedAt: now.toISOString(),
    })
    changeInServiceNow(app, number, { state: '6', close_code: 'Solution provided', close_notes: 'Restarted' })
    later(3)
    await followIncidents(app.context)
    expect(await statuses(1)).toEqual(['resolved'])
    const notifications = (await as('Tomasz').get('/notifications')).body.items.filter(
      ({ kind }: { kind: string }) => kind === 'incidentEnded',
    )
    expect(notifications).toEqual([expect.objectContaining({ title: `${number} resolved`, subjectId: accountOf(app, 1).id })])
    changeInServiceNow(app, number, { state: '2' })
    later(3)
    await followIncidents(app.context)
    expect(await statuses(1)).toEqual(['inProgress'])
  })

  it('is read until the incident is closed, at most every two minutes', async () => {
    const { number } = await raised(2)
    changeInServiceNow(app, number, { state: '7' })
    later(3)
    await followIncidents(app.context)
    expect(await statuses(2)).toEqual(['closed'])
    await app.quiet()
    later(1)
    await followIncidents(app.context)
    expect(servicenowCalls(app)).toEqual([])
  })

  it('shows when ServiceNow no longer has the incident, and when it returns', async () => {
    const { id, number } = await raised(3)
    const row = await app.db.selectFrom('incidents').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    deleteInServiceNow(app, number)
    later(3)
    await followIncidents(app.context)
    expect(await statuses(3)).toEqual(['gone'])
    const shown = hiding([{ sys_id: row.sys_id!, number, state: '2', active: 'true' }])
    const fault = app.simulator.faults.add({ service: 'servicenow', action: shown })
    later(24 * 60 + 1)
    await followIncidents(app.context)
    app.simulator.faults.remove(fault)
    expect(await statuses(3)).toEqual(['inProgress'])
  })

  it('stays the same while ServiceNow is down, or hides the state', async () => {
    await raised(4)
    later(3)
    const fault = app.simulator.faults.add({
      service: 'servicenow',
      action: { ...down, headers: { ...down.headers, 'retry-after': '60' } },
    })
    await followIncidents(app.context)
    app.simulator.faults.remove(fault)
    expect(await statuses(4)).toEqual(['new'])
    const hidden = app.simulator.faults.add({ service: 'servicenow', action: hiding([{ sys_id: 'a'.repeat(32), number: 'INC0000001' }]) })
    await followIncidents(app.context)
    app.simulator.faults.remove(hidden)
    expect(await statuses(4)).toEqual(['new'])
  })
})

describe('listAccountIncidents of a decommissioned account', () => {
  roleSuite(
    'listAccountIncidents',
    () => app,
    () => ({ path: path(0) }),
  )

  it('shows why no incident can be raised', async () => {
    const { id } = app.company.accounts.find(({ status }) => status === 'decommissioned')!
    expect((await as('Daniel').get(`/accounts/${id}/incidents`)).body.can.raise).toContain('decommissioned')
  })

  it('returns 404 for an unknown account', async () => {
    expect((await as('Daniel').get('/accounts/00000000-0000-4000-8000-000000000000/incidents')).status).toBe(404)
  })
})
