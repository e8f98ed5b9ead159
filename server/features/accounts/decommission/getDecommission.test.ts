import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { decommissionableAccount, decommissioning } from './decommissionable.fixture.ts'
import { runInput } from './lockDecommission.ts'
import { noDecommission } from './queries.ts'
import { startDecommission } from './remove/startDecommission.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const path = (id: string) => `/accounts/${id}/retirement`

describe('getDecommission', () => {
  it('returns the status to all people, each with their allowed actions', async () => {
    const account = decommissionableAccount(app, 0)
    const { updateId } = await decommissioning(app, account)
    const input = await runInput(app.db, updateId)
    await startDecommission.run({ db: app.db, input, now: app.context.now } as never)
    const owner = (await app.as(account.ownerIds[0]!).get(path(account.id))).body
    expect(owner).toMatchObject({
      phase: 'grace',
      reference: input.reference,
      requester: { displayName: expect.any(String) },
      can: { undo: true },
    })
    expect(owner.run.steps.map(({ name }: { name: string }) => name)).toContain('waitForGracePeriod')
    const outsider = (await app.as(app.persona('Tomasz').id).get(path(account.id))).body
    expect(outsider.can).toEqual({
      undo: expect.any(String),
      skipGracePeriod: expect.any(String),
      restore: expect.any(String),
    })
  })

  roleSuite(
    'getDecommission',
    () => app,
    () => ({ path: path(decommissionableAccount(app, 0).id) }),
  )

  it('returns 404 for an account that was never decommissioned or doesn’t exist', async () => {
    const caller = app.as(app.persona('Niamh').id)
    expect((await caller.get(path(decommissionableAccount(app, 1).id))).body).toMatchObject({
      status: 404,
      message: noDecommission,
    })
    expect((await caller.get(path('00000000-0000-4000-8000-000000000000'))).status).toBe(404)
  })
})
