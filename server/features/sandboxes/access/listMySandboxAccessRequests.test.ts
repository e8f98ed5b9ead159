import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { clientOf, requestAccess, teamSandbox } from './sandboxAccess.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

describe('listMySandboxAccessRequests', () => {
  it('lists the caller’s own requests, pending and decided, the newest first', async () => {
    const [firstSandbox, otherSandbox] = [await teamSandbox(app), await teamSandbox(app)]
    const firstRequest = await requestAccess(app, firstSandbox, { who: 'Ewa' })
    await clientOf(app, 'Daniel').patch(`/sandbox-access/requests/${firstRequest.id}`, {
      decision: 'reject',
      stage: 1,
      comment: 'Not this week.',
    })
    const secondRequest = await requestAccess(app, otherSandbox, { who: 'Ewa' })
    await requestAccess(app, otherSandbox, { who: 'Tomasz' })
    const { body } = await clientOf(app, 'Ewa').get('/sandbox-access/requests/myRequests')
    expect(body).toMatchObject([
      {
        id: secondRequest.id,
        status: 'pending_approval',
        waiting: { for: 'Sandbox owner', approvers: [{ id: app.persona('Daniel').id }] },
      },
      { id: firstRequest.id, status: 'rejected', waiting: null, sandbox: { id: firstSandbox.id } },
    ])
  })

  roleSuite(
    'listMySandboxAccessRequests',
    () => app,
    () => ({ path: '/sandbox-access/requests/myRequests' }),
  )
})
