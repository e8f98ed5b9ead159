import { expireApprovals } from './approvals/decide.ts'
import type { Context } from './context.ts'
import { inTransaction } from './db/database.ts'
import { approvalSubjects } from './features/account-approvals/subjects.ts'
import { buildAccount } from './features/account-requests/build/buildAccount.ts'
import { syncDirectory } from './features/people/syncDirectory.ts'
import type { RunnerContext } from './jobs/claim.ts'
import type { Handlers } from './jobs/jobs.ts'
import { continueRun, pickUpLostRuns } from './jobs/runner.ts'

const day = 86_400_000

/** What each queue does. */
export function handlers(context: Context & Pick<RunnerContext, 'databaseUrl' | 'log'>): Handlers {
  const { db, now } = context
  const runner: RunnerContext = { ...context, workflows: { [buildAccount.kind]: buildAccount } }
  return {
    work: ({ runId }, signal) => continueRun(runner, runId, signal),
    syncDirectory: () => syncDirectory(context),
    async tidy() {
      await inTransaction(db, (tx) => expireApprovals({ db: tx, jobs: context.jobs, now: now() }, approvalSubjects))
      await pickUpLostRuns(context)
      await db
        .deleteFrom('sign_ins')
        .where('created_at', '<', new Date(now().getTime() - day / 24))
        .execute()
      await db
        .deleteFrom('idempotency_keys')
        .where('created_at', '<', new Date(now().getTime() - day))
        .execute()
      await db
        .deleteFrom('sessions')
        .where('expires_at', '<', new Date(now().getTime() - 30 * day))
        .execute()
      await db
        .deleteFrom('notifications')
        .where('created_at', '<', new Date(now().getTime() - 180 * day))
        .execute()
    },
  }
}
