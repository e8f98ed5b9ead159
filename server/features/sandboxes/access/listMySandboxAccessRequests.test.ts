import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { as, ask, teamSandbox } from './sandboxAccess.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ work: false })
})
afterAll(() => app.close())

describe('listMySandboxAccessRequests', () => {
  it('lists the caller’s own requests, pending and decided, the newest first', async () => {
    const [one, other] = [await teamSandbox(app), await teamSandbox(app)]
    const first = await ask(app, one, { who: 'Ewa' })
    await as(app, 'Daniel').patch(`/sandbox-access/requests/${first.id}`, { decision: 'reject', stage: 1, comment: 'Not this week.' })
    const second = await ask(app, other, { who: 'Ewa' })
    await ask(app, other, { who: 'Tomasz' })
    const { body } = await as(app, 'Ewa').get('/sandbox-access/requests/myRequests')
    expect(body).toMatchObject([
      { id: second.id, status: 'pending_approval', waiting: { for: 'Sandbox owner', approvers: [{ id: app.persona('Daniel').id }] } },
      { id: first.id, status: 'rejected', waiting: null, sandbox: { id: one.id } },
    ])
  })

  roleSuite(
    'listMySandboxAccessRequests',
    () => app,
    () => ({ path: '/sandbox-access/requests/myRequests' }),
  )
})
