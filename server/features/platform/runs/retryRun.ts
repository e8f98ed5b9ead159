import type { Db } from '../../../db/database.ts'
import { requeueRun } from '../../../runs/requeueRun.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import { reopenAction } from '../../sandboxes/provisioning/reopen.ts'
import { sandboxActionKind } from '../../sandboxes/provisioning/start.ts'
import { reopenWave } from '../../services/edge/wave/reopen.ts'

/**
 * Queues the run again and updates its sandbox or rollout wave. `personId` is the person who retried or skipped a step.
 * @throws wrongState if the run of the sandbox or wave is no longer needed
 */
export async function retryRun(
  db: Db,
  jobs: Jobs,
  run: { id: string; subject_id: string; subject_kind: string; undoes?: string | null },
  personId: string,
  now: Date,
): Promise<void> {
  if (run.subject_kind === sandboxActionKind) await reopenAction(db, run.subject_id, personId, now)
  if (run.subject_kind === 'edgeWave') await reopenWave(db, run.subject_id, now)
  await requeueRun(db, jobs, run, now)
}
