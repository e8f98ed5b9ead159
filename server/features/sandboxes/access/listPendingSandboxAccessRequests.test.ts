import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { as, ask, teamSandbox } from './sandboxAccess.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ work: false })
})
afterAll(() => app.close())

const waiting = async (who: string) =>
  (await as(app, who).get('/sandbox-access/requests/pendingAsOwner')).body.map((each: { id: string }) => each.id)

describe('listPendingSandboxAccessRequests', () => {
  it('lists the requests an owner can decide, the oldest first, without their own', async () => {
    const sandbox = await teamSandbox(app, { ownedBy: ['Daniel', 'Ravi'] })
    const first = await ask(app, sandbox)
    const own = await ask(app, sandbox, { who: 'Ravi' })
    const elsewhere = await ask(app, await teamSandbox(app, { ownedBy: ['Ewa'] }))
    const daniel = await waiting('Daniel')
    expect(daniel.indexOf(first.id)).toBeLessThan(daniel.indexOf(own.id))
    expect(daniel).not.toContain(elsewhere.id)
    expect(await waiting('Ravi')).not.toContain(own.id)
    await as(app, 'Ravi').patch(`/sandbox-access/requests/${first.id}`, { decision: 'approve', stage: 1 })
    expect(await waiting('Daniel')).not.toContain(first.id)
    expect(await waiting('Niamh')).not.toContain(own.id)
  })

  roleSuite(
    'listPendingSandboxAccessRequests',
    () => app,
    () => ({ path: '/sandbox-access/requests/pendingAsOwner' }),
  )
})
