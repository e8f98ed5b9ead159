import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { clientOf, requestAccess, teamSandbox } from './sandboxAccess.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const listPendingIds = async (personaName: string) =>
  (await clientOf(app, personaName).get('/sandbox-access/requests/pendingAsOwner')).body.map((each: { id: string }) => each.id)

describe('listPendingSandboxAccessRequests', () => {
  it('lists the requests that an owner can decide, oldest first, without the owner’s own requests', async () => {
    const sandbox = await teamSandbox(app, { ownedBy: ['Daniel', 'Ravi'] })
    const firstRequest = await requestAccess(app, sandbox)
    const ownRequest = await requestAccess(app, sandbox, { who: 'Ravi' })
    const otherRequest = await requestAccess(app, await teamSandbox(app, { ownedBy: ['Ewa'] }))
    const daniel = await listPendingIds('Daniel')
    expect(daniel.indexOf(firstRequest.id)).toBeLessThan(daniel.indexOf(ownRequest.id))
    expect(daniel).not.toContain(otherRequest.id)
    expect(await listPendingIds('Ravi')).not.toContain(ownRequest.id)
    await clientOf(app, 'Ravi').patch(`/sandbox-access/requests/${firstRequest.id}`, { decision: 'approve', stage: 1 })
    expect(await listPendingIds('Daniel')).not.toContain(firstRequest.id)
    expect(await listPendingIds('Niamh')).not.toContain(ownRequest.id)
  })

  roleSuite(
    'listPendingSandboxAccessRequests',
    () => app,
    () => ({ path: '/sandbox-access/requests/pendingAsOwner' }),
  )
})
