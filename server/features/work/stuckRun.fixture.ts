import { startTestApp } from '../../../test/app.ts'
import { type Approved, approveAll } from '../../../test/approveAll.ts'

/** An app with one approved account whose run stands at its second step, `createSubscription`: failed, as the runner would have left it. */
export async function startWithStuckRun() {
  const app = await startTestApp({ work: false })
  const stuck = await approveAll(app, 'stuck-account')
  await makeStuck(stuck)
  return { app, stuck, makeStuck }

  async function makeStuck({ runId, accountId }: Approved): Promise<void> {
    const steps = app.db.updateTable('work_steps').where('run_id', '=', runId)
    await steps
      .set({ status: 'succeeded', attempts: 1, output: JSON.stringify({ addressRange: null }) })
      .where('position', '=', 0)
      .execute()
    const error = JSON.stringify({ code: 'subscriptionFailed', message: 'Azure could not create it.', retryable: false })
    await steps
      .set({ status: 'failed', attempts: 3, started_at: new Date(), ended_at: new Date(), error })
      .where('position', '=', 1)
      .execute()
    await app.db.updateTable('work_runs').set({ status: 'failed' }).where('id', '=', runId).execute()
    await app.db
      .updateTable('accounts')
      .set({ status: 'failed' })
      .where('id', '=', accountId)
      .where('status', '=', 'provisioning')
      .execute()
  }
}
export type StuckRun = Awaited<ReturnType<typeof startWithStuckRun>>
