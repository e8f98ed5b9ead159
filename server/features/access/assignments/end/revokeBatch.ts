import { ExternalError } from '../../../../clients/externalError.ts'
import { type Db, inTransaction } from '../../../../db/database.ts'
import type { Jobs } from '../../../../workflows/jobs.ts'
import { startRun } from '../../../../workflows/startRun.ts'
import { Wait, type Workflow } from '../../../../workflows/workflow.ts'
import { invalidateMembers } from '../../../accounts/groups/directory.ts'
import { directoryTimeoutMinutes, waitForDirectory } from '../waitForDirectory.ts'
import { reconcileRevokes } from './reconcileRevokes.ts'
import { type BatchResult, type RevokeProgress, removeMembersBatch } from './removeMembersBatch.ts'
import { loadRevocations, type Revocation } from './revocations.ts'
import { type RevokeInput, revokeAccess } from './revokeAccess.ts'

export interface RevokeBatchInput {
  assignmentIds: string[]
  as: RevokeInput['as']
}

/** The directory takes at most this many changes in one call. */
export const maxBatch = 20
/** The directory usually shows a removal after this delay. Reading earlier would cost as many calls as the removal itself. */
const firstPollDelayMs = 2_000

/**
 * Ends assignments that expire, many in one run, because thousands can be due in the same minute. An assignment is recorded as ended once
 * the directory confirms its end. An assignment that the directory rejects, or that delays the others, gets a separate run, so this
 * workflow needs the queue.
 */
export const revokeBatch = (jobs: Jobs): Workflow<RevokeBatchInput> => ({
  kind: 'revokeBatch',
  steps: [
    {
      name: 'removeMembersBatch',
      title: 'Update the directory and confirm',
      timeoutMinutes: directoryTimeoutMinutes,
      async run({ db, clients, input, checkpoint, saveCheckpoint, now }) {
        const openRows = await openRevokes(db, input)
        const progress = { may: [], has: [], ...checkpoint } as RevokeProgress
        const batchResult = await waitForDirectory(() =>
          removeMembersBatch({ db, clients }, openRows, progress, saveCheckpoint).catch((error: unknown) => splitBatch(openRows, error)),
        )
        if (batchResult instanceof Wait) return batchResult
        await inTransaction(db, async (tx) => {
          await reconcileRevokes(tx, batchResult.removed, { as: input.as, by: null, now: now() })
          await handOver({ db: tx, jobs }, batchResult.separate, input.as)
        })
        for (const id of new Set(batchResult.removed.map(({ home }) => home.id))) invalidateMembers(clients, { id })
        const waitingCount = batchResult.unconfirmed.length + batchResult.failing.length
        if (waitingCount === 0) return {}
        const afterMs =
          batchResult.unconfirmed.length === 0 ? batchResult.retryAfterMs : progress.has.length === 0 ? firstPollDelayMs : undefined
        return new Wait(
          `The directory accepted the changes. ${waitingCount} of ${input.assignmentIds.length} aren’t confirmed yet.`,
          afterMs,
        )
      },
    },
  ],
  async succeeded() {},
  /** Each remaining assignment gets a separate run, so that its failure is visible. */
  async failed({ db, input }) {
    await handOver({ db, jobs }, await openRevokes(db, input), input.as)
  },
})

/** Leaves out assignments that have ended or have a separate run. */
async function openRevokes(db: Db, { assignmentIds }: RevokeBatchInput): Promise<Revocation[]> {
  const runs = await db
    .selectFrom('work_runs')
    .select('subject_id')
    .where('kind', '=', revokeAccess.kind)
    .where('subject_id', 'in', assignmentIds)
    .execute()
  const transferredIds = new Set(runs.map((run) => run.subject_id))
  return (await loadRevocations(db, assignmentIds)).filter(({ assignmentId }) => !transferredIds.has(assignmentId))
}

/** A slow group would delay all others in the same call. After a timeout, each assignment is therefore tried in its own run. */
function splitBatch(openRows: Revocation[], error: unknown): BatchResult {
  const hasSeveralGroups = new Set(openRows.map(({ groupId }) => groupId)).size > 1
  if (!hasSeveralGroups || !(error instanceof ExternalError && error.code === 'timeout')) throw error
  return { removed: [], unconfirmed: [], failing: [], retryAfterMs: undefined, separate: openRows }
}

async function handOver({ db, jobs }: { db: Db; jobs: Jobs }, revokes: Revocation[], endStatus: RevokeInput['as']): Promise<void> {
  for (const revoke of revokes) {
    const input: RevokeInput = { ...revoke, as: endStatus, by: null, written: true }
    await startRun({ db, jobs }, revokeAccess, { kind: 'groupAssignment', id: revoke.assignmentId }, { ...input })
  }
}
