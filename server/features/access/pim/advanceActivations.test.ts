import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { systemActionsOf } from '../../../../test/systemActionsOf.ts'
import { withdrawPending } from '../../../approvals/withdrawPending.ts'
import { advanceActivations } from './advanceActivations.ts'
import { accountOf, activationRow, comesTo, held, roleIds, take, ticketFor } from './pim.fixture.ts'

let app: TestApp
let later = 0
beforeAll(async () => {
  app = await startTestApp({ now: () => new Date(Date.now() + later) })
})
afterAll(() => app.close())

const minute = 60_000
function pass(minutes: number) {
  app.simulator.clock.advance(minutes * minute)
  later += minutes * minute
}
const move = () => advanceActivations(app.context)

describe('advanceActivations', () => {
  it('ends expired activations once, also after Slipway was off', async () => {
    const { id } = (await take(app, 0)).body
    expect(await move()).toBe(0)
    pass(600)
    const counts = await Promise.all([move(), move()])
    expect(counts[0]! + counts[1]!).toBe(1)
    expect((await activationRow(app, id)).status).toBe('ended')
    expect(await systemActionsOf(app, id)).toEqual([
      ['approvedByPolicy', 'call'],
      ['privilegedRoleGiven', 'pimOrder'],
      ['privilegedRoleEnded', 'clock'],
    ])
  })

  it('ends activations with their account', async () => {
    const account = accountOf(app, 1)
    const wanted = { roleDefinitionId: roleIds.owner, ticket: ticketFor(app, account) }
    const [active, pending] = [(await take(app, 1)).body, (await take(app, 1, wanted)).body]
    pass(6)
    await app.db.updateTable('accounts').set({ status: 'decommissioning' }).where('id', '=', account.id).execute()
    expect(await move()).toBe(1)
    await app.db.transaction().execute((db) => withdrawPending(db, {}, new Date()))
    await comesTo(app, active.id, 'deactivated')
    expect((await activationRow(app, pending.id)).status).toBe('cancelled')
    const approval = await app.db.selectFrom('approvals').select('status').where('id', '=', pending.approvalId).executeTakeFirst()
    expect(approval).toEqual({ status: 'cancelled' })
    expect(await held(app, 1)).toEqual([])
  })

  it('ends active and scheduled activations of disabled people', async () => {
    const startsAt = new Date(Date.now() + later + 600 * minute).toISOString()
    const [now, then] = [(await take(app, 2)).body, (await take(app, 3, { startsAt })).body]
    const disable = (active: boolean) => app.db.updateTable('people').set({ active }).where('id', '=', app.persona('Daniel').id).execute()
    await disable(false)
    expect(await move()).toBe(2)
    await comesTo(app, then.id, 'cancelled')
    pass(6)
    await move()
    await comesTo(app, now.id, 'deactivated')
    await disable(true)
    expect([...(await held(app, 2)), ...(await held(app, 3))]).toEqual([])
  })
})
