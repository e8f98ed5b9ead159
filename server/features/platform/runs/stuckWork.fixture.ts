import { sql } from 'kysely'
import type { TestApp } from '../../../../test/app.ts'
import { inTransaction } from '../../../db/database.ts'
import { updateRow } from '../../../db/rows.ts'
import { recordInRepository } from '../../accounts/requests/build/recordInRepository.ts'
import { closeAction } from '../../sandboxes/provisioning/closeAction.ts'
import { start } from '../../sandboxes/provisioning/start.ts'
import { makeSandbox } from '../../sandboxes/sandboxes/sandboxes.fixture.ts'

export async function openPullRequest(app: TestApp, runId: string, number: number): Promise<void> {
  await app.db
    .insertInto('pull_requests')
    .values({
      run_id: runId,
      branch: `slipway/test-${number}`,
      step: recordInRepository.name,
      number,
      url: `https://git.example/pull/${number}`,
      title: `Account of pull request ${number}`,
      head_sha: '0'.repeat(40),
      state: 'open',
      conflicts: false,
      checks_state: 'success',
      checks: '[]',
      merge_sha: null,
      opened_at: new Date(),
      scanned_at: new Date(),
      ordered_sha: null,
      ordered_by: null,
      ordered_at: null,
    })
    .execute()
}

export async function makeFailedSandbox(app: TestApp, name: string, owners: string[]): Promise<{ id: string; runId: string }> {
  const id = await makeSandbox(app.db, { name, owners, status: 'failed' })
  const now = new Date()
  const runId = await inTransaction(app.db, async (tx) => {
    const action = await start({ db: tx, jobs: app.jobs }, 'provision', { sandboxId: id, requestedBy: null, reason: '', now })
    await closeAction(tx, action!, 'failed', now)
    const run = await tx.selectFrom('work_runs').select('id').where('subject_id', '=', action).executeTakeFirstOrThrow()
    const error = { code: 'QuotaExceeded', message: 'The quota is used up.', retryable: false, service: 'Azure', requestId: 'c2a1' }
    await tx
      .updateTable('work_steps')
      .set({ status: 'failed', attempts: 1, error: JSON.stringify(error) })
      .where('run_id', '=', run.id)
      .where('position', '=', 0)
      .execute()
    await updateRow(tx, 'work_runs', run.id, { status: 'failed', stuck_since: sql`now()`, cause_code: error.code })
    return run.id
  })
  return { id, runId }
}
