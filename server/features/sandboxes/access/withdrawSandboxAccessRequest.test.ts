import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { as, ask, type TeamSandbox, teamSandbox } from './sandboxAccess.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ work: false })
})
afterAll(() => app.close())

const path = (sandbox: TeamSandbox, id: string) => `/sandboxes/${sandbox.id}/accessRequests/${id}/withdraw`

describe('withdrawSandboxAccessRequest', () => {
  it('withdraws the request, which accepts no further votes', async () => {
    const sandbox = await teamSandbox(app)
    const { id } = await ask(app, sandbox)
    expect(await as(app, 'Priya').post(path(sandbox, id))).toMatchObject({ status: 200, body: { status: 'cancelled' } })
    const decided = await as(app, 'Daniel').patch(`/sandbox-access/requests/${id}`, { decision: 'approve', stage: 1 })
    expect([401, 409]).toContain(decided.status)
    expect(await app.db.selectFrom('access_requests').select('status').where('id', '=', id).execute()).toEqual([{ status: 'cancelled' }])
  })

  roleSuite(
    'withdrawSandboxAccessRequest',
    () => app,
    async () => {
      const sandbox = await teamSandbox(app)
      return { path: path(sandbox, (await ask(app, sandbox)).id) }
    },
  )

  it('returns 404 through another sandbox', async () => {
    const [sandbox, other] = [await teamSandbox(app), await teamSandbox(app)]
    const { id } = await ask(app, sandbox)
    expect(await as(app, 'Priya').post(path(other, id))).toMatchObject({ status: 404 })
  })
})
