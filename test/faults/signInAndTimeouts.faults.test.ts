import { afterEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../app.ts'
import { type ApprovedAccount, approveAll } from '../approveAll.ts'
import { completeAccount, readBuiltAccount } from '../readBuiltAccount.ts'
import { until } from '../until.ts'

// Tokens are cached for an hour and the clock is shared, so each fault has its own app.
let app: TestApp
afterEach(() => app.close())

const statusOf = async ({ runId }: ApprovedAccount) =>
  (await app.db.selectFrom('work_runs').select('status').where('id', '=', runId).executeTakeFirstOrThrow()).status
const waitForEnd = (account: ApprovedAccount) => until(async () => ['succeeded', 'failed'].includes(await statusOf(account)))
const failedStep = ({ runId }: ApprovedAccount) =>
  app.db.selectFrom('work_steps').select(['name', 'error']).where('run_id', '=', runId).where('status', '=', 'failed').executeTakeFirst()
const retry = (account: ApprovedAccount, step: string) => app.as(app.persona('Niamh').id).post(`/work/${account.runId}/steps/${step}/retry`)

describe('the token service', () => {
  it('delays the setup of an account when it throttles', async () => {
    app = await startTestApp()
    app.simulator.faults.add({
      service: 'identity',
      method: 'POST',
      path: '/oauth2/v2.0/token',
      count: 2,
      action: { kind: 'status', status: 429, body: { error: 'temporarily_unavailable' }, headers: { 'retry-after': '1' } },
    })
    const account = await approveAll(app, 'token-throttled')
    await waitForEnd(account)
    expect(await readBuiltAccount(app, account)).toEqual(completeAccount(account))
  })

  it('makes the run fail by rejecting Slipway’s credentials, until a retry', async () => {
    app = await startTestApp()
    app.simulator.faults.add({
      service: 'identity',
      method: 'POST',
      path: '/oauth2/v2.0/token',
      action: {
        kind: 'status',
        status: 400,
        body: { error: 'invalid_client', error_description: 'AADSTS7000215: Invalid client secret provided.' },
      },
    })
    const account = await approveAll(app, 'token-refused')
    await waitForEnd(account)
    expect(await failedStep(account)).toMatchObject({
      name: 'createSubscription',
      error: { code: 'signInFailed' },
    })
    app.simulator.faults.clear()
    expect((await retry(account, 'createSubscription')).status).toBe(200)
    await waitForEnd(account)
    expect(await readBuiltAccount(app, account)).toEqual(completeAccount(account))
  })
})

describe('a step’s timeout', () => {
  it.each([
    ['createSubscription', { service: 'arm', method: 'PUT', path: '/aliases/' }],
    ['buildNetwork', { service: 'arm', method: 'PUT', path: '/virtualNetworks/[^/]+$|/virtualNetworks/[^/]+\\?' }],
  ] as const)('makes %s fail after an hour without completion in Azure, until a retry', async (step, rule) => {
    let clockOffsetMs = 0
    app = await startTestApp({ now: () => new Date(Date.now() + clockOffsetMs) })
    app.simulator.faults.add({ ...rule, count: 1, action: { kind: 'stuck' } })
    const account = await approveAll(app, 'never-finished')
    await until(async () => {
      const row = await app.db
        .selectFrom('work_steps')
        .select('status')
        .where('run_id', '=', account.runId)
        .where('name', '=', step)
        .executeTakeFirstOrThrow()
      return row.status === 'waiting'
    })
    const countAttempts = async () =>
      (await app.db.selectFrom('work_runs').select('epoch').where('id', '=', account.runId).executeTakeFirstOrThrow()).epoch
    const countBefore = await countAttempts()
    clockOffsetMs = 59 * 60_000
    await until(async () => (await countAttempts()) > countBefore && (await statusOf(account)) === 'waiting')
    expect(await failedStep(account)).toBeUndefined()
    clockOffsetMs = 61 * 60_000
    await waitForEnd(account)
    const failedRow = await failedStep(account)
    expect(failedRow).toMatchObject({ name: step, error: { code: 'tookTooLong' } })
    // Like the platform team, the test removes the operation that hangs, so that a retry can request it again.
    await repair(step, account)
    expect((await retry(account, step)).status).toBe(200)
    await waitForEnd(account)
    expect(await readBuiltAccount(app, account)).toEqual(completeAccount(account))
  })
})

async function repair(step: string, { accountId }: ApprovedAccount): Promise<void> {
  if (step === 'createSubscription') return app.context.clients.arm.deleteSubscriptionAlias(accountId)
  const operations = app.simulator.state.collection<{ id: string; outcome: { endsAt: string | null } }>('arm.operations')
  const resources = app.simulator.state.collection<{ resource: { id: string }; write?: { endsAt: string | null } }>('arm.resources')
  const now = new Date().toISOString()
  for (const operation of operations.values())
    if (operation.outcome.endsAt === null) operations.set(operation.id, { ...operation, outcome: { endsAt: now } })
  for (const storedEntry of resources.values())
    if (storedEntry.write?.endsAt === null) resources.set(storedEntry.resource.id.toLowerCase(), { ...storedEntry, write: { endsAt: now } })
}
