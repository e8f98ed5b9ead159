import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { RequestStatus, RunStatus } from '../../../db/tables.ts'
import { wakeRun } from '../../../runs/wakeRun.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import { latestRun } from './queries.ts'

interface UpdateWithRun {
  id: string
  reference: string
  status: RequestStatus
  account_status: string
  run_id: string | null
  run_status: RunStatus | null
  /** True if a step failed and waits for its next attempt. */
  backs_off: boolean
  expected: boolean
}

interface Outcome {
  result: 'restarted' | 'running' | 'done' | 'notStuck'
  message: string
}

/** Columns of updates with the latest run of each. A rollback is a separate run, so the latest run can be a rollback. */
const columns = sql`
  u.id, u.reference, u.status, a.status as account_status, r.id as run_id, r.status as run_status,
  exists (select from work_steps s where s.run_id = r.id and s.status = 'waiting' and s.error is not null) as backs_off,
  exists (select from pgboss.job j where j.name = 'work' and j.state <= 'active' and j.data ->> 'runId' = r.id::text)
    or exists (select from work_steps s where s.run_id = r.id and s.next_attempt_at is not null) as expected`

export async function lockUpdatesWithRuns(db: Db, ids: readonly string[]): Promise<UpdateWithRun[]> {
  const { rows } = await sql<UpdateWithRun>`
    select ${columns} from account_updates u join accounts a on a.id = u.account_id
    left join lateral (
      select r.id, r.status from work_runs r where r.subject_kind = 'accountUpdate' and r.subject_id = u.id order by r.created_at desc limit 1
    ) r on true
    where u.id = any (${ids}::uuid[]) order by u.id for update of u`.execute(db)
  return rows
}

/** Locks updates with failed runs, so that concurrent calls can't restart the same run twice. */
export async function lockStoppedUpdates(db: Db, limit: number): Promise<UpdateWithRun[]> {
  const { rows } = await sql<UpdateWithRun>`
    select ${columns} from work_runs r
    join account_updates u on u.id = r.subject_id join accounts a on a.id = u.account_id
    where r.subject_kind = 'accountUpdate' and r.status = 'failed' and a.status <> 'deleted' and ${latestRun}
    order by u.id limit ${limit} for update of r`.execute(db)
  return rows
}

export async function requeue({ db, jobs }: { db: Db; jobs: Jobs }, update: UpdateWithRun, now: Date): Promise<Outcome> {
  const { run_id: runId, run_status: status, account_status: account } = update
  const restartedOutcome: Outcome = { result: 'restarted', message: 'The account change was restarted.' }
  if (!runId)
    return {
      result: 'notStuck',
      message:
        update.status === 'pending_approval' ? 'This account change is pending approval.' : 'This account change has no run to restart.',
    }
  if (status === 'succeeded') return { result: 'done', message: 'This account change is complete.' }
  if (account === 'deleted') return { result: 'notStuck', message: 'This account has been deleted, so the run can’t continue.' }
  const runningOutcome: Outcome = { result: 'running', message: 'This account change is already in progress.' }
  // A concurrent call might have restarted the run.
  if (status === 'failed' || update.backs_off) return (await wakeRun(db, jobs, runId, now)) ? restartedOutcome : runningOutcome
  if (status === 'running' || update.expected) return runningOutcome
  // The job was lost with its process, so the run needs a new job.
  await jobs.send(db, 'work', { runId })
  return restartedOutcome
}
