import { sql } from 'kysely'
import { startTestApp } from '../../../../test/app.ts'
import { type ApprovedAccount, approveAll } from '../../../../test/approveAll.ts'

const cause = { cause_service: 'Azure', cause_code: 'subscriptionFailed', cause_text: 'Azure could not create it.' }

/** Starts an app with an approved account, whose run failed at its second step, `createSubscription`. */
export async function startWithStuckRun() {
  const app = await startTestApp({ runJobs: false })
  const stuckRequest = await approveAll(app, 'stuck-account')
  await makeStuck(stuckRequest)
  return { app, stuckAccount: stuckRequest, makeStuck }

  async function makeStuck({ runId, accountId }: ApprovedAccount): Promise<void> {
    const steps = app.db.updateTable('work_steps').where('run_id', '=', runId)
    await steps
      .set({ status: 'succeeded', attempts: 1, output: JSON.stringify({ addressRange: null }) })
      .where('position', '=', 0)
      .execute()
    const response = { service: 'Azure', status: 400, requestId: 'b1f0', excerpt: '{"error":{"code":"subscriptionFailed"}}' }
    const error = JSON.stringify({ code: 'subscriptionFailed', message: 'Azure could not create it.', retryable: false, ...response })
    await steps
      .set({ status: 'failed', attempts: 3, started_at: new Date(), ended_at: new Date(), error })
      .where('position', '=', 1)
      .execute()
    await app.db
      .updateTable('work_runs')
      .set({ status: 'failed', at_step: 'createSubscription', stuck_since: sql`coalesce(stuck_since, now())`, ...cause })
      .where('id', '=', runId)
      .execute()
    await app.db
      .updateTable('accounts')
      .set({ status: 'failed' })
      .where('id', '=', accountId)
      .where('status', '=', 'provisioning')
      .execute()
  }
}
export type StuckRun = Awaited<ReturnType<typeof startWithStuckRun>>
