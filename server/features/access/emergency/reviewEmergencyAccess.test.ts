import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { until } from '../../../../test/until.ts'
import { clientOf, emergencyRow, grantAndNotify, incidentOf, insertEmergencyAccess, report } from './emergency.fixture.ts'
import { emergencyProblems } from './policy.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const path = (id: string) => `/emergency-access/${id}/review`

describe('reviewEmergencyAccess', () => {
  it('closes the access, and the incident with the report', async () => {
    const { id } = await grantAndNotify(app, 0)
    const response = await clientOf(app, 'Daniel').post(path(id), { decision: 'accept' })
    expect([response.status, response.body.status, response.body.reviewer.displayName]).toEqual([200, 'closing', 'Daniel Okoro'])
    await app.drain()
    const row = await emergencyRow(app, id)
    expect(row.status).toBe('closed')
    expect(await incidentOf(app, row.incident_number!)).toMatchObject({ state: '7', active: 'false' })
    const closing = app.simulator.exchanges.list().findLast(({ method, path }) => method === 'PATCH' && path.includes('/incident/'))
    expect(JSON.stringify(closing!.requestBody)).toContain('A node pool had run out of addresses')
  })

  it('sends the report back with a comment on the missing facts, and accepts the new report', async () => {
    const id = await insertEmergencyAccess(app, 1, 'report')
    const returnedResponse = await clientOf(app, 'Niamh').post(path(id), {
      decision: 'returnReport',
      comment: 'Which pool, and is the template changed?',
    })
    expect(returnedResponse.body).toMatchObject({
      status: 'ended',
      reviewComment: 'Which pool, and is the template changed?',
      reviewer: null,
    })
    expect((await clientOf(app, 'Priya').post(`/emergency-access/${id}/afterword`, { report: `${report} It was pool two.` })).status).toBe(
      200,
    )
    expect((await emergencyRow(app, id)).status).toBe('report')
  })

  it('closes the incident once ServiceNow responds again', async () => {
    const { id } = await grantAndNotify(app, 2)
    const fault = app.simulator.faults.add({
      service: 'servicenow',
      action: { kind: 'status', status: 200, body: '<html>Asleep</html>', headers: { 'content-type': 'text/html' } },
    })
    expect((await clientOf(app, 'Daniel').post(path(id), { decision: 'accept' })).status).toBe(200)
    const note = async () =>
      (
        await app.db
          .selectFrom('work_steps')
          .innerJoin('work_runs as r', 'r.id', 'run_id')
          .select('note')
          .where('r.subject_id', '=', id)
          .where('r.kind', '=', 'closeEmergencyIncident')
          .executeTakeFirst()
      )?.note
    await until(async () => (await note())?.includes('ServiceNow is unavailable') ?? false)
    expect((await emergencyRow(app, id)).status).toBe('closing')
    app.simulator.faults.remove(fault)
    await app.drain()
    expect((await emergencyRow(app, id)).status).toBe('closed')
  })

  describe('other callers', () => {
    let id: string
    beforeAll(async () => {
      id = await insertEmergencyAccess(app, 3, 'report')
    })
    roleSuite(
      'reviewEmergencyAccess',
      () => app,
      () => ({ path: path(id), body: { decision: 'accept' } }),
    )
    it('denies the person who had the access, even as administrator, and people who can only read', async () => {
      const priya = app.persona('Priya').id
      for (const roles of [[], ['Slipway.Admin']])
        expect((await app.as(priya, roles).post(path(id), { decision: 'accept' })).body.message).toBe(emergencyProblems.ownReport)
      expect((await clientOf(app, 'Grace').post(path(id), { decision: 'accept' })).status).toBe(403)
      expect((await emergencyRow(app, id)).status).toBe('report')
    })
  })

  it('rejects a review before the report, sending a report back without a comment, and a second review', async () => {
    const earlyId = await insertEmergencyAccess(app, 4, 'active')
    expect((await clientOf(app, 'Daniel').post(path(earlyId), { decision: 'accept' })).body.code).toBe('wrongState')
    const id = await insertEmergencyAccess(app, 5, 'report')
    expect((await clientOf(app, 'Daniel').post(path(id), { decision: 'returnReport' })).body.errors).toMatchObject([{ field: 'comment' }])
    const bothResponses = await Promise.all(
      ['Daniel', 'Niamh'].map((givenName) => clientOf(app, givenName).post(path(id), { decision: 'accept' })),
    )
    expect(bothResponses.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})
