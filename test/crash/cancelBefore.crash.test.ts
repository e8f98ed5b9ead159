import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../app.ts'
import { type ApprovedAccount, approveAll } from '../approveAll.ts'
import type { CallFailpoint } from './failpoints.ts'
import { killedAt, waitForRuns } from './killed.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  app.simulator.asyncDelayMs = 0
})
afterAll(() => app.close())

const reason = 'The programme has been stopped.'
const failpoints: CallFailpoint[] = [
  { service: 'arm', method: 'DELETE', path: '/virtualNetworkPeerings/', when: 'before' },
  { service: 'arm', method: 'POST', path: '/providers/Microsoft.Subscription/cancel', when: 'after' },
]

async function findLeftovers({ accountId, requestId, name, reference }: ApprovedAccount) {
  const { db, simulator, context, config } = app
  const hub = await context.clients.arm.getVirtualNetwork(config.hubNetworks.uksouth!)
  const subscriptions = simulator.state.collection<{ displayName?: string; state?: string }>('arm.subscriptions').values()
  const notifications = await db
    .selectFrom('notifications')
    .select('person_id')
    .where('dedupe_key', '=', `cancellation:${requestId}`)
    .execute()
  return {
    account: (await db.selectFrom('accounts').select('status').where('id', '=', accountId).executeTakeFirstOrThrow()).status,
    request: (await db.selectFrom('account_requests').select('status').where('id', '=', requestId).executeTakeFirstOrThrow()).status,
    living: subscriptions.filter((each) => each.displayName === name && each.state === 'Enabled').length,
    aliases: simulator.state
      .collection<{ displayName: string }>('arm.aliases')
      .values()
      .filter((each) => each.displayName === name).length,
    hubPeerings: (hub?.properties.virtualNetworkPeerings ?? []).filter((each) => each.name === `to-${name}`).length,
    pullRequest: (await context.clients.git.findPullRequest(`slipway/${reference.toLowerCase()}`))?.state,
    ranges: (await db.selectFrom('address_ranges').select('range').where('account_id', '=', accountId).execute()).length,
    notifiedTwice: notifications.length - new Set(notifications.map(({ person_id }) => person_id)).size,
  }
}

it('rolls back cancelled runs once even if servers are killed in the meantime', async () => {
  app.simulator.faults.add({ service: 'git', method: 'PUT', path: '/merge', action: { kind: 'status', status: 403 } })
  const accounts: ApprovedAccount[] = []
  for (const n of ['a', 'b']) accounts.push(await approveAll(app, `called-off-${n}`, { connectivity: 'corporate', region: 'uksouth' }))
  await waitForRuns(app, accounts)
  app.simulator.faults.clear()
  const runIds = accounts.map(({ runId }) => runId)
  expect((await app.as(app.persona('Niamh').id).post('/work/cancel', { runIds, reason })).body.done).toBe(accounts.length)
  const undoRuns = await app.db.selectFrom('work_runs').select('id as runId').where('undoes', 'in', runIds).execute()
  await killedAt(app, undoRuns, failpoints)
  await waitForRuns(app, undoRuns)
  for (const each of accounts)
    expect(await findLeftovers(each)).toEqual({
      account: 'deleted',
      request: 'cancelled',
      living: 0,
      aliases: 0,
      hubPeerings: 0,
      pullRequest: 'closed',
      ranges: 0,
      notifiedTwice: 0,
    })
})
