import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { clientOf, requestAccess, type TeamSandbox, teamSandbox } from './sandboxAccess.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const change = { justification: 'To try the new pricing engine until Friday.', durationHours: 24 }
const path = (sandbox: TeamSandbox, id: string) => `/sandboxes/${sandbox.id}/accessRequests/${id}`

describe('updateSandboxAccessRequest', () => {
  it('sends the request again after requested changes', async () => {
    const sandbox = await teamSandbox(app)
    const { id } = await requestAccess(app, sandbox)
    const decision = { decision: 'changes', stage: 1, comment: 'For how long?' }
    await clientOf(app, 'Daniel').patch(`/sandbox-access/requests/${id}`, decision)
    const response = await clientOf(app, 'Priya').patch(path(sandbox, id), change)
    expect(response).toMatchObject({ status: 200, body: { ...change, status: 'pending_approval', waitingFor: 'Sandbox owner' } })
    expect(response.body.approvals).toHaveLength(2)
  })

  roleSuite(
    'updateSandboxAccessRequest',
    () => app,
    async () => {
      const sandbox = await teamSandbox(app)
      return { path: path(sandbox, (await requestAccess(app, sandbox)).id), body: change }
    },
  )

  it('rejects the path of another sandbox, an old version, and a decided request', async () => {
    const [sandbox, otherSandbox] = [await teamSandbox(app), await teamSandbox(app)]
    const { id } = await requestAccess(app, sandbox)
    const priya = clientOf(app, 'Priya')
    expect(await priya.patch(path(otherSandbox, id), change)).toMatchObject({ status: 404 })
    expect(await priya.patch(path(sandbox, id), change, { 'if-match': '"9"' })).toMatchObject({ status: 412 })
    await clientOf(app, 'Daniel').patch(`/sandbox-access/requests/${id}`, { decision: 'reject', stage: 1, comment: 'Not now.' })
    expect(await priya.patch(path(sandbox, id), change)).toMatchObject({ status: 409 })
  })
})
