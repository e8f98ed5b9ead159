import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { clientOf, requestAccess, teamSandbox } from './sandboxAccess.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

describe('getSandboxAccessRequest', () => {
  it('shows the request to its requester, approvers, administrators and auditors', async () => {
    const sandbox = await teamSandbox(app)
    const { id } = await requestAccess(app, sandbox)
    for (const personaName of ['Priya', 'Daniel', 'Niamh', 'Grace']) {
      const { status, body } = await clientOf(app, personaName).get(`/sandbox-access/requests/${id}`)
      expect(status).toBe(200)
      expect(body).toMatchObject({ id, sandbox: { id: sandbox.id }, group: { suffix: 'team' }, status: 'pending_approval' })
      expect(body.timeline[0].text).toContain(`sbx-${sandbox.name}-team`)
    }
  })

  it('returns 404 through the operation for accounts', async () => {
    const { id } = await requestAccess(app, await teamSandbox(app))
    expect(await clientOf(app, 'Niamh').get(`/account-access/access-requests/${id}`)).toMatchObject({ status: 404 })
  })

  roleSuite(
    'getSandboxAccessRequest',
    () => app,
    async () => ({ path: `/sandbox-access/requests/${(await requestAccess(app, await teamSandbox(app))).id}` }),
  )
})
