import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { systemActionsOf } from '../../../../test/systemActionsOf.ts'
import { withdrawEndedRequests } from '../../../approvals/withdrawEndedRequests.ts'
import { advancePrivilegedRoles } from './advancePrivilegedRoles.ts'
import { accountOf, activateRole, activation, activationRow, roleIds, ticketFor, waitForActivationStatus } from './pim.fixture.ts'

let app: TestApp
let clockOffsetMs = 0
beforeAll(async () => {
  app = await startTestApp({ now: () => new Date(Date.now() + clockOffsetMs) })
})
afterAll(() => app.close())

const minuteMs = 60_000
function advanceTime(minutes: number) {
  app.simulator.clock.advance(minutes * minuteMs)
  clockOffsetMs += minutes * minuteMs
}
const advance = () => advancePrivilegedRoles(app.context)

describe('advancePrivilegedRoles', () => {
  it('ends expired activations once, even after Slipway was off', async () => {
    const { id } = (await activateRole(app, 0)).body
    expect(await advance()).toBe(0)
    advanceTime(600)
    const counts = await Promise.all([advance(), advance()])
    expect(counts[0]! + counts[1]!).toBe(1)
    expect((await activationRow(app, id)).status).toBe('ended')
    expect(await systemActionsOf(app, id)).toEqual([
      ['approvedByPolicy', 'call'],
      ['privilegedRoleGiven', 'pimOrder'],
      ['privilegedRoleEnded', 'clock'],
    ])
  })

  it('ends activations together with their account', async () => {
    const account = accountOf(app, 1)
    const requestBody = { roleDefinitionId: roleIds.owner, ticket: ticketFor(app, account) }
    const [active, pendingActivation] = [(await activateRole(app, 1)).body, (await activateRole(app, 1, requestBody)).body]
    advanceTime(6)
    await app.db.updateTable('accounts').set({ status: 'decommissioning' }).where('id', '=', account.id).execute()
    expect(await advance()).toBe(1)
    await app.db.transaction().execute((db) => withdrawEndedRequests(db, {}, new Date()))
    await waitForActivationStatus(app, active.id, 'deactivated')
    expect((await activationRow(app, pendingActivation.id)).status).toBe('cancelled')
    const approval = await app.db.selectFrom('approvals').select('status').where('id', '=', pendingActivation.approvalId).executeTakeFirst()
    expect(approval).toEqual({ status: 'cancelled' })
    expect(await activation(app, 1)).toEqual([])
  })

  it('ends active and scheduled activations of disabled people', async () => {
    const startsAt = new Date(Date.now() + clockOffsetMs + 600 * minuteMs).toISOString()
    const [now, laterActivation] = [(await activateRole(app, 2)).body, (await activateRole(app, 3, { startsAt })).body]
    const disable = (active: boolean) => app.db.updateTable('people').set({ active }).where('id', '=', app.persona('Daniel').id).execute()
    await disable(false)
    expect(await advance()).toBe(2)
    await waitForActivationStatus(app, laterActivation.id, 'cancelled')
    advanceTime(6)
    await advance()
    await waitForActivationStatus(app, now.id, 'deactivated')
    await disable(true)
    expect([...(await activation(app, 2)), ...(await activation(app, 3))]).toEqual([])
  })
})
