import { OutsideError } from '../../../../clients/outsideError.ts'
import { type Db, inTransaction } from '../../../../db/database.ts'
import type { Jobs } from '../../../../workflows/jobs.ts'
import { startRun } from '../../../../workflows/startRun.ts'
import { Wait, type Workflow } from '../../../../workflows/workflow.ts'
import { forgetMembers } from '../../../accounts/groups/directory.ts'
import { directoryTimeoutMinutes, waitForDirectory } from '../waitForDirectory.ts'
import { reconcileRevokes } from './reconcileRevokes.ts'
import { type BatchResult, type RevokeProgress, removeMembersBatch } from './removeMembersBatch.ts'
import { type RevokeInput, revokeAccess } from './revokeAccess.ts'
import { type Revoke, readRevokes } from './revokes.ts'

export interface TogetherInput {
  assignmentIds: string[]
  as: RevokeInput['as']
}

/** The directory takes at most this many changes in one call. */
export const maxBatch = 20
/** The directory usually shows a removal after this delay. An earlier look would cost as much as all calls before it. */
const firstLookMs = 2_000

/**
 * Ends assignments that expire, many in one run, because thousands can be due in the same minute. Each is recorded as ended once the
 * directory confirms it. An assignment that the directory rejects, or that delays the others, is handed to a run of its own, for which this
 * workflow needs the queue.
 */
export const revokeBatch = (jobs: Jobs): Workflow<TogetherInput> => ({
  kind: 'revokeBatch',
  steps: [
    {
      name: 'removeMembersBatch',
      title: 'Update the directory and confirm',
      timeoutMinutes: directoryTimeoutMinutes,
      async run({ db, clients, input, checkpoint, remember, now }) {
        const open = await openRevokes(db, input)
        const progress = { may: [], has: [], ...checkpoint } as RevokeProgress
        const left = await waitForDirectory(() =>
          removeMembersBatch({ db, clients }, open, progress, remember).catch((error: unknown) => apart(open, error)),
        )
        if (left instanceof Wait) return left
        await inTransaction(db, async (tx) => {
          await reconcileRevokes(tx, left.out, { as: input.as, by: null, now: now() })
          await handOver({ db: tx, jobs }, left.alone, input.as)
        })
        for (const id of new Set(left.out.map(({ home }) => home.id))) forgetMembers(clients, { id })
        const waiting = left.late.length + left.failing.length
        if (waiting === 0) return {}
        const afterMs = left.late.length === 0 ? left.retryAfterMs : progress.has.length === 0 ? firstLookMs : undefined
        return new Wait(`The directory was updated; ${waiting} of ${input.assignmentIds.length} aren’t confirmed yet.`, afterMs)
      },
    },
  ],
  async succeeded() {},
  /** Each assignment that is left gets a run of its own, so that its failure is visible. */
  async failed({ db, input }) {
    await handOver({ db, jobs }, await openRevokes(db, input), input.as)
  },
})

/** Leaves out assignments that have ended or have a run of their own. */
async function openRevokes(db: Db, { assignmentIds }: TogetherInput): Promise<Revoke[]> {
  const runs = await db
    .selectFrom('work_runs')
    .select('subject_id')
    .where('kind', '=', revokeAccess.kind)
    .where('subject_id', 'in', assignmentIds)
    .execute()
  const handedOver = new Set(runs.map((run) => run.subject_id))
  return (await readRevokes(db, assignmentIds)).filter(({ assignmentId }) => !handedOver.has(assignmentId))
}

/** A slow group would delay all others in the same call, so after a timeout each is tried in its own run. */
function apart(open: Revoke[], error: unknown): BatchResult {
  const several = new Set(open.map(({ groupId }) => groupId)).size > 1
  if (!several || !(error instanceof OutsideError && error.code === 'timeout')) throw error
  return { out: [], late: [], failing: [], retryAfterMs: undefined, alone: open }
}

async function handOver({ db, jobs }: { db: Db; jobs: Jobs }, revokes: Revoke[], as: RevokeInput['as']): Promise<void> {
  for (const revoke of revokes) {
    const input: RevokeInput = { ...revoke, as, by: null, written: true }
    await startRun({ db, jobs }, revokeAccess, { kind: 'groupAssignment', id: revoke.assignmentId }, { ...input })
  }
}
