import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeNumber } from '../../../simulator/servicenow/tickets.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { roleSuite } from '../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ work: false })
})
afterAll(() => app.close())

const live = () => app.company.accounts.filter((account) => account.status === 'active')
const path = (number: string, place = 0) => `/pim/ticket?accountId=${live()[place]!.id}&number=${number}`
const check = async (number: string, place = 0) => (await app.as(app.persona('Priya').id).get(path(number, place))).body

describe('checkPimTicket works', () => {
  it('takes a change under way at the account, however it is written', async () => {
    const name = live()[0]!.name
    const number = changeNumber(0)
    expect(await check(number)).toEqual({ number, problem: null, title: `Planned work on ${name}` })
    expect((await check(number.toLowerCase())).problem).toBeNull()
  })

  it.each(['RITM0010001', 'SCTASK0010001', 'CHG0090009'])('takes %s', async (number) => {
    expect((await check(number)).problem).toBeNull()
  })

  it('takes an incident of the account that is open, not one that is resolved', async () => {
    const { servicenow } = app.context.clients
    const item = (await servicenow.getByCorrelationId(live()[0]!.id))!
    const made = await servicenow.openIncident({
      correlationId: 'for-a-test',
      title: 'Slow',
      description: '',
      itemSysId: item.sys_id,
      impact: 2,
      urgency: 2,
    })
    expect((await check(made.number)).problem).toBeNull()
    await servicenow.closeIncident(made.sys_id, 'It is quick again.')
    expect((await check(made.number)).problem).toBe(`${made.number} is closed. Use one that is open, or open it again.`)
  })

  it.each([
    ['CHG0090001', /has not been submitted yet/],
    ['CHG0090002', /waits for its approval/],
    ['CHG0090003', /begins on \d+ \w+/],
    ['CHG0090004', /window of CHG0090004 ended on/],
    ['CHG0090005', /is closed/],
    ['CHG0090006', /was cancelled/],
    ['CHG0090007', /does not say what it is about/],
    ['CHG0090008', /about something else/],
    ['CHG0090010', /no planned start and end/],
    ['RITM0010002', /waits for its approval/],
    ['RITM0010003', /is closed/],
    ['CHG9999999', /knows no CHG9999999/],
    ['PRB0000001', /not the number of a change/],
    ['123', /not the number of a change/],
  ])('says why %s will not do', async (number, why) => {
    expect(await check(number)).toEqual({ number, problem: expect.stringMatching(why), title: null })
  })

  it('does not take the change of one account for another', async () => {
    expect((await check(changeNumber(0), 1)).problem).toMatch(/about something else/)
  })
})

describe('checkPimTicket refuses', () => {
  roleSuite(
    'checkPimTicket',
    () => app,
    () => ({ path: path('CHG0030001') }),
  )
})

describe('checkPimTicket fails', () => {
  it('when ServiceNow is down or asleep: nothing is taken unchecked', async () => {
    for (const action of [
      { kind: 'status', status: 400, body: { error: { message: 'no', detail: null }, status: 'failure' } },
      { kind: 'status', status: 200, body: '<html>Your instance is hibernating</html>', headers: { 'content-type': 'text/html' } },
    ] as const) {
      const fault = app.simulator.faults.add({ service: 'servicenow', action })
      const answer = await app.as(app.persona('Priya').id).get(path(changeNumber(0)))
      expect([answer.status, answer.body.code]).toEqual([502, 'outsideFailed'])
      app.simulator.faults.remove(fault)
    }
  })

  it('takes no ticket of which ServiceNow hides the state', async () => {
    const row = { sys_id: '0'.repeat(32), number: 'CHG0030001' }
    const fault = app.simulator.faults.add({
      service: 'servicenow',
      action: { kind: 'status', status: 200, body: { result: [row] }, headers: { 'content-type': 'application/json' } },
    })
    expect((await check('CHG0030001')).problem).toMatch(/does not show Slipway all of it/)
    app.simulator.faults.remove(fault)
  })

  it('is not led astray by an answer with all rows, nor by characters that begin a condition', async () => {
    const rows = ['CHG0000001', 'CHG0000002'].map((number, i) => ({ sys_id: String(i).repeat(32), number, state: '-1' }))
    const fault = app.simulator.faults.add({
      service: 'servicenow',
      action: { kind: 'status', status: 200, body: { result: rows }, headers: { 'content-type': 'application/json' } },
    })
    expect((await check('CHG0030001')).problem).toMatch(/knows no/)
    app.simulator.faults.remove(fault)
    expect((await app.as(app.persona('Priya').id).get(path('CHG0030001%5EORactive%3Dtrue'))).status).toBe(400)
  })

  it('on an account that does not exist', async () => {
    const answer = await app.as(app.persona('Priya').id).get(`/pim/ticket?accountId=${crypto.randomUUID()}&number=CHG0030001`)
    expect(answer.status).toBe(404)
  })
})
