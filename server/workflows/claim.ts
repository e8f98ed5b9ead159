import type { Clients } from '../clients/clients.ts'
import type { Config } from '../config.ts'
import { type Db, inTransaction } from '../db/database.ts'
import { updateRow } from '../db/rows.ts'
import { publishChange } from './changes.ts'
import type { Jobs } from './jobs.ts'
import type { AnyWorkflow } from './workflow.ts'

export interface RunnerContext {
  db: Db
  databaseUrl: string
  jobs: Jobs
  clients: Clients
  config: Config
  workflows: Record<string, AnyWorkflow>
  now: () => Date
  log: { info(details: object, text: string): void; warn(details: object, text: string): void }
}

export const lostRunMessage = 'the worker lost its run because it was too slow'

export class RunLockLostError extends Error {}

/** A run that this worker has claimed. If another worker claims the run, it gets a higher epoch, which blocks the writes of this worker. */
export interface Claim {
  runId: string
  epoch: number
  subjectKind: string
  subjectId: string
  input: Record<string, unknown>
  workflow: AnyWorkflow
}

/** Locks the run's row and checks the epoch. @throws RunLockLostError */
export async function fence(db: Db, claim: Claim): Promise<void> {
  const claimRow = await db
    .selectFrom('work_runs')
    .select('id')
    .where('id', '=', claim.runId)
    .where('epoch', '=', claim.epoch)
    .forUpdate()
    .executeTakeFirst()
  if (!claimRow) throw new RunLockLostError()
}

export async function publishRunChange(db: Db, claim: Claim): Promise<void> {
  await publishChange(db, { kind: claim.subjectKind, id: claim.subjectId })
}

export const clearedErrorColumns = { stuck_since: null, cause_service: null, cause_code: null, cause_text: null }

export async function sleep(
  context: RunnerContext,
  db: Db,
  claim: Claim,
  afterMs: number,
  cause: object = clearedErrorColumns,
): Promise<void> {
  await updateRow(db, 'work_runs', claim.runId, { status: 'waiting', updated_at: context.now(), ...cause })
  await context.jobs.send(db, 'work', { runId: claim.runId }, { afterMs })
}

export async function releaseClaim(context: RunnerContext, claim: Claim): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    await fence(tx, claim)
    await sleep(context, tx, claim, 0)
  })
}
