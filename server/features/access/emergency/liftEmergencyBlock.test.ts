import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { clientOf, insertEmergencyAccess } from './emergency.fixture.ts'
import { emergencyProblems } from './policy.ts'

let app: TestApp
let id: string
let path: string
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  id = await insertEmergencyAccess(app, 0, 'ended')
  path = `/emergency-access/${id}/lift`
})
afterAll(() => app.close())

const makeLate = () =>
  app.db
    .updateTable('emergency_accesses')
    .set({ report_due_at: new Date(Date.now() - 60_000) })
    .where('id', '=', id)
    .execute()

describe('liftEmergencyBlock', () => {
  it('rejects access whose report is not overdue, and returns 404 for unknown access', async () => {
    expect((await clientOf(app, 'Niamh').post(path)).body).toMatchObject({ code: 'wrongState' })
    expect((await clientOf(app, 'Niamh').post(`/emergency-access/${crypto.randomUUID()}/lift`)).status).toBe(404)
  })

  roleSuite(
    'liftEmergencyBlock',
    () => app,
    () => ({ path }),
  )
  it('denies the person whose report is overdue, even as administrator', async () => {
    await makeLate()
    const response = await app.as(app.persona('Priya').id, ['Slipway.Admin']).post(path)
    expect([response.status, response.body.message]).toEqual([403, emergencyProblems.ownBlock])
  })

  it('lifts the block, while the report remains due', async () => {
    await makeLate()
    const response = await clientOf(app, 'Niamh').post(path)
    expect(response.body).toMatchObject({ status: 'ended', overdue: false, liftedBy: { displayName: 'Niamh Brennan' } })
    expect((await clientOf(app, 'Niamh').post(path)).status).toBe(409)
  })
})
