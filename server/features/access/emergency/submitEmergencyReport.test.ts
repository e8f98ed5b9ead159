import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { clientOf, insertEmergencyAccess, notificationKeys, report } from './emergency.fixture.ts'
import { emergencyProblems } from './policy.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const path = (id: string) => `/emergency-access/${id}/afterword`

describe('submitEmergencyReport', () => {
  it('stores the report, and requests a review from the people responsible for the account', async () => {
    const id = await insertEmergencyAccess(app, 0, 'ended')
    const response = await clientOf(app, 'Priya').post(path(id), { report: `  ${report} ` })
    expect(response.status).toBe(200)
    expect(response.body).toMatchObject({
      status: 'report',
      report,
      overdue: false,
      can: { review: emergencyProblems.ownReport },
    })
    expect((await notificationKeys(app, 'Daniel', id)).at(-1)).toMatch(/^report/)
  })

  describe('other callers', () => {
    let id: string
    beforeAll(async () => {
      id = await insertEmergencyAccess(app, 1, 'ended')
    })
    roleSuite(
      'submitEmergencyReport',
      () => app,
      () => ({ path: path(id), body: { report } }),
    )
    it('denies owners and administrators, because only the person can report', async () => {
      for (const personaName of ['Daniel', 'Niamh', 'Grace'])
        expect((await clientOf(app, personaName).post(path(id), { report })).status).toBe(403)
    })
  })

  it('rejects a report before the end, a second report, and one that is too short', async () => {
    const earlyId = await insertEmergencyAccess(app, 2, 'active')
    expect((await clientOf(app, 'Priya').post(path(earlyId), { report })).body.code).toBe('wrongState')
    const id = await insertEmergencyAccess(app, 3, 'ended')
    expect((await clientOf(app, 'Priya').post(path(id), { report: 'Restarted it.' })).status).toBe(400)
    expect((await clientOf(app, 'Priya').post(path(id), { report: ' '.repeat(60) })).status).toBe(400)
    expect((await clientOf(app, 'Priya').post(path(id), { report })).status).toBe(200)
    expect((await clientOf(app, 'Priya').post(path(id), { report })).body).toMatchObject({
      code: 'wrongState',
    })
  })
})
