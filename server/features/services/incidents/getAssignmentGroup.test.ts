import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { groupByName } from '../../../../simulator/servicenow/companyRecords.ts'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const get = (id: string) => app.as(app.persona('Tomasz').id).get(`/snow/assignmentGroup/${id}`)

describe('getAssignmentGroup', () => {
  it('returns a group, even if it is no longer in use', async () => {
    expect((await get(groupByName('Store Technology'))).body).toMatchObject({ name: 'Store Technology', active: true })
    expect((await get(groupByName('Data Centre Hosting'))).body).toMatchObject({ name: 'Data Centre Hosting', active: false })
  })

  roleSuite(
    'getAssignmentGroup',
    () => app,
    () => ({ path: `/snow/assignmentGroup/${groupByName('Service Desk')}` }),
  )

  it('returns 404 for an unknown or invalid ID, and an error when ServiceNow denies the call', async () => {
    expect((await get('0'.repeat(32))).status).toBe(404)
    expect((await get('Service%20Desk')).status).toBe(400)
    const forbidden = app.simulator.faults.add({
      service: 'servicenow',
      action: { kind: 'status', status: 403, body: { error: { message: 'ACL' } } },
    })
    expect((await get(groupByName('Service Desk'))).body).toMatchObject({ status: 502, code: 'outsideFailed' })
    app.simulator.faults.remove(forbidden)
  })
})
