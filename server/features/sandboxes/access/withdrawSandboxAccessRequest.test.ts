import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { clientOf, requestAccess, type TeamSandbox, teamSandbox } from './sandboxAccess.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const path = (sandbox: TeamSandbox, id: string) => `/sandboxes/${sandbox.id}/accessRequests/${id}/withdraw`

describe('withdrawSandboxAccessRequest', () => {
  it('withdraws the request, which doesn’t accept further votes', async () => {
    const sandbox = await teamSandbox(app)
    const { id } = await requestAccess(app, sandbox)
    expect(await clientOf(app, 'Priya').post(path(sandbox, id))).toMatchObject({ status: 200, body: { status: 'cancelled' } })
    const decidedResponse = await clientOf(app, 'Daniel').patch(`/sandbox-access/requests/${id}`, { decision: 'approve', stage: 1 })
    expect([401, 409]).toContain(decidedResponse.status)
    expect(await app.db.selectFrom('access_requests').select('status').where('id', '=', id).execute()).toEqual([{ status: 'cancelled' }])
  })

  roleSuite(
    'withdrawSandboxAccessRequest',
    () => app,
    async () => {
      const sandbox = await teamSandbox(app)
      return { path: path(sandbox, (await requestAccess(app, sandbox)).id) }
    },
  )

  it('returns 404 with the ID of another sandbox', async () => {
    const [sandbox, otherSandbox] = [await teamSandbox(app), await teamSandbox(app)]
    const { id } = await requestAccess(app, sandbox)
    expect(await clientOf(app, 'Priya').post(path(otherSandbox, id))).toMatchObject({ status: 404 })
  })
})
