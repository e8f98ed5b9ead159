import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { type ClockedApp, startClockedApp } from './clockedApp.fixture.ts'
import {
  decommissionableAccount,
  decommissionableWith,
  decommissioning,
  type StartedDecommission,
  waitForAccountStatus,
  waitForStep,
} from './decommissionable.fixture.ts'
import { phaseVerdict } from './policy.ts'

let app: ClockedApp
let run: StartedDecommission
beforeAll(async () => {
  app = await startClockedApp()
  run = await decommissioning(app, await decommissionableWith(app, 0, false))
  await waitForStep(app, run, 'waitForGracePeriod', 'waiting')
})
afterAll(() => app.close())

const admin = () => app.as(app.persona('Niamh').id)
const path = ({ accountId, updateId }: StartedDecommission) => `/accounts/${accountId}/updates/${updateId}/goOn`

describe('skipGracePeriod', () => {
  roleSuite(
    'skipGracePeriod',
    () => app,
    () => ({ path: path(run) }),
  )

  it('ends the grace period immediately, without moving a clock', async () => {
    const response = await admin().post(path(run))
    expect(response.status).toBe(202)
    expect(Date.parse(response.body.graceEndsAt)).toBeLessThanOrEqual(app.context.now().getTime())
    await waitForAccountStatus(app, run, 'decommissioned')
    const event = await app.db
      .selectFrom('audit_events')
      .selectAll()
      .where('operation', '=', 'skipGracePeriod')
      .where('outcome', '=', 'allowed')
      .executeTakeFirstOrThrow()
    expect([event.subject_id, event.actor_id]).toEqual([run.accountId, app.persona('Niamh').id])
  })

  it('rejects a second call, and accounts that are not being decommissioned', async () => {
    expect((await admin().post(path(run))).body).toMatchObject({
      code: 'wrongState',
      message: phaseVerdict('skipGracePeriod', { phase: 'gone', restorableUntil: null }, new Date()),
    })
    const { id } = decommissionableAccount(app, 9)
    expect((await admin().post(`/accounts/${id}/updates/${run.updateId}/goOn`)).status).toBe(404)
  })
})
