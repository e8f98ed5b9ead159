import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { as, insertEmergencyAccess, notificationKeys, report } from './emergency.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ work: false })
})
afterAll(() => app.close())

const path = (id: string) => `/emergency-access/${id}/afterword`

describe('submitEmergencyReport', () => {
  it('stores the report, and asks those responsible for the account to review it', async () => {
    const id = await insertEmergencyAccess(app, 0, 'ended')
    const answer = await as(app, 'Priya').post(path(id), { report: `  ${report} ` })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      status: 'report',
      report,
      overdue: false,
      can: { review: expect.stringMatching(/^You can't review your own/) },
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
      for (const who of ['Daniel', 'Niamh', 'Grace']) expect((await as(app, who).post(path(id), { report })).status).toBe(403)
    })
  })

  it('rejects a report before the end, a second report, and one that is too short', async () => {
    const early = await insertEmergencyAccess(app, 2, 'active')
    expect((await as(app, 'Priya').post(path(early), { report })).body.code).toBe('wrongState')
    const id = await insertEmergencyAccess(app, 3, 'ended')
    expect((await as(app, 'Priya').post(path(id), { report: 'Restarted it.' })).status).toBe(400)
    expect((await as(app, 'Priya').post(path(id), { report: ' '.repeat(60) })).status).toBe(400)
    expect((await as(app, 'Priya').post(path(id), { report })).status).toBe(200)
    expect((await as(app, 'Priya').post(path(id), { report })).body).toMatchObject({
      code: 'wrongState',
    })
  })
})
