import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SnowRecord } from '../../../../simulator/servicenow/tables.ts'
import { changeNumber } from '../../../../simulator/servicenow/tickets.ts'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { defaultTicketPolicy } from '../../../settings/ticketPolicy.ts'
import { changeStateLabels, checkTicket, incidentStateLabels, ticketProblems, unknownTicket } from './checkTicket.ts'
import { roleIds } from './pim.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const findActiveAccounts = () => app.company.accounts.filter((account) => account.status === 'active')
const path = (number: string, index = 0) => `/pim/ticket?accountId=${findActiveAccounts()[index]!.id}&number=${number}`
const owner = () => findActiveAccounts()[0]!.ownerIds[0]!
const check = async (number: string, index = 0) => (await app.as(owner()).get(path(number, index))).body

describe('checkPimTicket', () => {
  it('accepts an ongoing change of the account in any spelling', async () => {
    const name = findActiveAccounts()[0]!.name
    const number = changeNumber(0)
    expect(await check(number)).toEqual({ number, problem: null, title: `Planned work on ${name}` })
    expect((await check(number.toLowerCase())).problem).toBeNull()
  })

  it.each(['RITM0010001', 'SCTASK0010001', 'CHG0090009'])('accepts %s', async (number) => {
    expect((await check(number)).problem).toBeNull()
  })

  it('accepts an open incident of the account, but not a resolved one', async () => {
    const { servicenow } = app.context.clients
    const item = (await servicenow.getByCorrelationId(findActiveAccounts()[0]!.id))!
    const ticket = await servicenow.openIncident({
      correlationId: crypto.randomUUID(),
      title: 'Slow',
      description: '',
      itemSysId: item.sys_id,
      impact: 2,
      urgency: 2,
    })
    expect((await check(ticket.number)).problem).toBe(ticketProblems.young(ticket.number, 15))
    const rows = app.simulator.state.collection<SnowRecord>('servicenow.records')
    const anHourAgo = new Date(Date.now() - 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
    const key = `incident/${ticket.sys_id}`
    rows.set(key, { ...rows.get(key)!, opened_at: anHourAgo })
    expect((await check(ticket.number)).problem).toBe(ticketProblems.young(ticket.number, 15))
    rows.set(key, { ...rows.get(key)!, sys_created_on: anHourAgo })
    expect((await check(ticket.number)).problem).toBeNull()
    await servicenow.closeIncident(ticket.sys_id, 'It is quick again.')
    expect((await check(ticket.number)).problem).toContain(incidentStateLabels['7'])
  })

  it.each([
    ['CHG0090001', /has not been submitted yet/],
    ['CHG0090002', /is pending approval/],
    ['CHG0090003', /starts on \d+ \w+/],
    ['CHG0090004', /window of CHG0090004 ended on/],
    ['CHG0090005', /is closed/],
    ['CHG0090006', /was cancelled/],
    ['CHG0090007', /has no CHG0090007 for/],
    ['CHG0090008', /has no CHG0090008 for/],
    ['CHG0090013', /more than 90 days ago/],
    ['CHG0090010', /no planned start and end/],
    ['RITM0010002', /is pending approval/],
    ['RITM0010003', /is closed/],
    ['CHG9999999', /has no CHG9999999 for/],
    ['PRB0000001', /isn’t the number of a change \(CHG…\), request \(RITM…, SCTASK…\) or incident \(INC…\)/],
    ['123', /isn’t the number of a change \(CHG…\), request \(RITM…, SCTASK…\) or incident \(INC…\)/],
  ])('returns the reason why %s is not valid', async (number, explanation) => {
    expect(await check(number)).toEqual({ number, problem: expect.stringMatching(explanation), title: null })
  })

  it('rejects a change of another account', async () => {
    expect((await check(changeNumber(0), 1)).problem).toBe((await check('CHG9999999', 1)).problem.replace('CHG9999999', changeNumber(0)))
  })
})

describe('checkPimTicket without eligibility', () => {
  it('hides every ticket from people without an eligible role in the account, without a call to ServiceNow', async () => {
    await app.quiet()
    const response = async (number: string) => (await app.as(app.persona('Priya').id).get(path(number))).body
    const [existing, missingTicket] = [await response(changeNumber(0)), await response('CHG9999999')]
    expect(existing).toEqual({
      number: changeNumber(0),
      title: null,
      problem: missingTicket.problem.replace('CHG9999999', changeNumber(0)),
    })
    expect(app.simulator.exchanges.list().filter(({ service }) => service === 'servicenow')).toEqual([])
  })

  it('hides the ticket for a role that the person isn’t eligible for', async () => {
    const query = `${path(changeNumber(0))}&roleDefinitionId=`
    const as = app.as(owner())
    expect((await as.get(`${query}${roleIds.contributor}`)).body).toMatchObject({ problem: null, title: expect.any(String) })
    expect((await as.get(`${query}${crypto.randomUUID()}`)).body).toMatchObject({
      problem: unknownTicket(changeNumber(0), findActiveAccounts()[0]!),
      title: null,
    })
  })
})

describe('checkPimTicket of the person’s own ticket', () => {
  it.each(['CHG0090011', 'CHG0090012'])('rejects %s, which was opened by or for the person', async (number) => {
    expect(await check(number)).toEqual({ number, title: null, problem: ticketProblems.own(number) })
  })

  it('rejects a ticket of another user account of the same person', async () => {
    const otherPerson = app.company.people.find(({ id, enabled }) => enabled && id !== owner())!
    const { employeeId } = app.company.people.find(({ id }) => id === owner())!
    const employeeBefore = await app.db
      .selectFrom('people')
      .select('employee_id')
      .where('id', '=', otherPerson.id)
      .executeTakeFirstOrThrow()
    await app.db.updateTable('people').set({ employee_id: employeeId }).where('id', '=', otherPerson.id).execute()
    const account = {
      id: findActiveAccounts()[0]!.id,
      name: findActiveAccounts()[0]!.name,
      family: { id: findActiveAccounts()[0]!.familyId },
    }
    const verdict = await checkTicket(app.context, { account, number: 'CHG0090011', personId: otherPerson.id, now: new Date() })
    await app.db.updateTable('people').set(employeeBefore).where('id', '=', otherPerson.id).execute()
    expect(verdict).toBe(ticketProblems.own('CHG0090011'))
  })

  it('rejects an incident that the person opened through Slipway', async () => {
    const { servicenow } = app.context.clients
    const account = findActiveAccounts()[0]!
    const item = (await servicenow.getByCorrelationId(account.id))!
    const id = crypto.randomUUID()
    const ticket = await servicenow.openIncident({
      correlationId: id,
      title: 'Slow',
      description: '',
      itemSysId: item.sys_id,
      impact: 2,
      urgency: 2,
    })
    const rows = app.simulator.state.collection<SnowRecord>('servicenow.records')
    const twoHoursAgo = new Date(Date.now() - 7_200_000).toISOString().slice(0, 19).replace('T', ' ')
    rows.set(`incident/${ticket.sys_id}`, {
      ...rows.get(`incident/${ticket.sys_id}`)!,
      opened_at: twoHoursAgo,
      sys_created_on: twoHoursAgo,
    })
    expect((await check(ticket.number)).problem).toBeNull()
    const time = new Date()
    await app.db
      .insertInto('incidents')
      .values({
        id,
        account_id: account.id,
        raised_by: owner(),
        status: 'new',
        title: 'The tills are slow',
        description: 'It has been slow since this morning.',
        impact: 2,
        urgency: 2,
        item_id: null,
        item_name: null,
        group_id: null,
        group_name: null,
        note: null,
        number: ticket.number,
        sys_id: ticket.sys_id,
        priority: null,
        opened_at: time,
        checked_at: null,
        created_at: time,
        updated_at: time,
      })
      .execute()
    expect((await check(ticket.number)).problem).toBe(ticketProblems.own(ticket.number))
  })

  it('accepts the person’s own ticket if the policy allows it, for one role or for all', async () => {
    const set = (value: object) => app.as(app.persona('Niamh').id).patch('/admin/settings/pimTickets', { value })
    const as = app.as(owner())
    const problem = async (roleId: string) => (await as.get(`${path('CHG0090011')}&roleDefinitionId=${roleId}`)).body.problem
    expect((await set({ ...defaultTicketPolicy, roles: { [roleIds.contributor]: { ownTickets: true } } })).status).toBe(200)
    expect(await problem(roleIds.contributor)).toBeNull()
    expect(await check('CHG0090011')).toMatchObject({ title: null })
    expect((await set({ ...defaultTicketPolicy, changeStates: ['-2'] })).status).toBe(200)
    expect((await check(changeNumber(0))).problem).toContain(changeStateLabels['-1'])
    expect((await set({ ...defaultTicketPolicy, changeStates: ['3'] })).status).toBe(400)
    expect((await set({ ...defaultTicketPolicy, maxAgeDays: 0 })).status).toBe(400)
    expect((await set(defaultTicketPolicy)).status).toBe(200)
  })
})

describe('checkPimTicket with failing services', () => {
  roleSuite(
    'checkPimTicket',
    () => app,
    () => ({ path: path('CHG0030001') }),
  )

  it('fails while ServiceNow is down or hibernating', async () => {
    for (const action of [
      { kind: 'status', status: 400, body: { error: { message: 'no', detail: null }, status: 'failure' } },
      { kind: 'status', status: 200, body: '<html>Your instance is hibernating</html>', headers: { 'content-type': 'text/html' } },
    ] as const) {
      const fault = app.simulator.faults.add({ service: 'servicenow', action })
      const response = await app.as(owner()).get(path(changeNumber(0)))
      expect([response.status, response.body.code]).toEqual([502, 'outsideFailed'])
      app.simulator.faults.remove(fault)
    }
  })

  it.each([
    ['the state', true],
    ['the affected item, like an unknown ticket', false],
  ])('rejects a ticket if ServiceNow hides %s', async (_title, isShown) => {
    const item = (await app.context.clients.servicenow.getByCorrelationId(findActiveAccounts()[0]!.id))!
    const row = { sys_id: '0'.repeat(32), number: 'CHG0030001', ...(isShown ? { cmdb_ci: item.sys_id } : { state: '-1' }) }
    const unknownProblem = (await check('CHG0039999')).problem.replace('CHG0039999', row.number)
    const fault = app.simulator.faults.add({
      service: 'servicenow',
      path: 'table/change_request',
      action: { kind: 'status', status: 200, body: { result: [row] }, headers: { 'content-type': 'application/json' } },
    })
    const { problem } = await check('CHG0030001')
    app.simulator.faults.remove(fault)
    expect(problem).not.toBeNull()
    expect(problem === unknownProblem).toBe(!isShown)
  })

  it('rejects a response with several rows, and a number with query characters', async () => {
    const rows = ['CHG0000001', 'CHG0000002'].map((number, i) => ({ sys_id: String(i).repeat(32), number, state: '-1' }))
    const fault = app.simulator.faults.add({
      service: 'servicenow',
      path: 'table/change_request',
      action: { kind: 'status', status: 200, body: { result: rows }, headers: { 'content-type': 'application/json' } },
    })
    expect((await check('CHG0030001')).problem).toBe(unknownTicket('CHG0030001', findActiveAccounts()[0]!))
    app.simulator.faults.remove(fault)
    expect((await app.as(app.persona('Priya').id).get(path('CHG0030001%5EORactive%3Dtrue'))).status).toBe(400)
  })

  it('returns 404 for an unknown account', async () => {
    const response = await app.as(app.persona('Priya').id).get(`/pim/ticket?accountId=${crypto.randomUUID()}&number=CHG0030001`)
    expect(response.status).toBe(404)
  })
})
