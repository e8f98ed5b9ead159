import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { nextVersion, updateRow } from '../../../db/rows.ts'
import type { SandboxActionKind, SandboxStatus } from '../../../db/tables.ts'
import { publishChange } from '../../../workflows/changes.ts'
import { isDueForMetering } from '../sandboxes/dueForMetering.ts'
import { recordEvent } from '../sandboxes/events.ts'
import { lockSandbox } from '../sandboxes/queries.ts'
import { allocateQueued } from './capacity.ts'
import { type ProcessName, processes } from './processes.ts'
import { isWithoutRun, loadSandboxRuns, maxRuns, type RunRow } from './queries.ts'
import type { RetriggerResponse } from './schemas.ts'
import { type ServiceContext, start } from './start.ts'

interface RetriggerRequest {
  requestedBy: string
  current: Date
}
type RetriggerResult = Pick<RetriggerResponse, 'retriggered' | 'alreadyRunning'>

/** Restarts the stuck runs of a process in the caller’s transaction. Runs that make progress are not changed. */
export async function retrigger(context: ServiceContext, process: ProcessName, request: RetriggerRequest): Promise<RetriggerResult> {
  const { kind } = processes[process]
  if (kind === 'cleanUp' || kind === 'provision')
    return mergeResults(await retriggerKind(context, kind, request), await retriggerForgotten(context, kind, request))
  if (kind) return retriggerKind(context, kind, request)
  return process === 'queue' ? startQueued(context, request) : meter(context, request)
}

const mergeResults = (a: RetriggerResult, b: RetriggerResult): RetriggerResult => ({
  retriggered: [...a.retriggered, ...b.retriggered],
  alreadyRunning: a.alreadyRunning + b.alreadyRunning,
})

async function retriggerKind(context: ServiceContext, kind: SandboxActionKind, request: RetriggerRequest): Promise<RetriggerResult> {
  const runRows = await loadSandboxRuns(context.db, { kind }, request.current)
  const retriggerResult: RetriggerResult = { retriggered: [], alreadyRunning: runRows.filter(({ state }) => state === 'running').length }
  for (const { sandbox_id } of runRows.filter(({ state }) => state !== 'running').slice(0, maxRuns)) {
    // Another caller might have restarted the run in the meantime, so its state is read again under the lock.
    await lockSandbox(context.db, sandbox_id)
    const [current] = await loadSandboxRuns(context.db, { kind, sandboxId: sandbox_id }, request.current)
    if (current?.state === 'running') retriggerResult.alreadyRunning += 1
    else if (current)
      retriggerResult.retriggered.push({ sandboxId: sandbox_id, name: current.name, what: await restartRun(context, current, request) })
  }
  return retriggerResult
}

export const retriggerResults = {
  continued: 'The run was stuck and continues from its current step.',
  restarted: 'The run failed and starts again from its first step.',
}

async function restartRun(context: ServiceContext, row: RunRow, { requestedBy, current: now }: RetriggerRequest): Promise<string> {
  const { db, jobs } = context
  if (row.state === 'stalled') {
    await db.updateTable('work_runs').set({ updated_at: now }).where('id', '=', row.run_id).execute()
    await jobs.send(db, 'work', { runId: row.run_id! })
    return retriggerResults.continued
  }
  await revertStatus(db, row.sandbox_id, row.status, now)
  const action = await start(context, row.kind, { sandboxId: row.sandbox_id, requestedBy, reason: 'The run was stuck.', now })
  await recordEvent(db, {
    sandboxId: row.sandbox_id,
    kind: 'retriggered',
    text: 'An administrator retried the run.',
    personId: requestedBy,
    key: `retriggered:${action}`,
    now,
  })
  await publishChange(db, { kind: 'sandbox', id: row.sandbox_id })
  return retriggerResults.restarted
}

/** Sets the status that the run needs. A removal gets a full set of attempts again. */
async function revertStatus(db: Db, sandboxId: string, status: SandboxStatus, now: Date): Promise<void> {
  if (status !== 'failed' && status !== 'quarantined') return
  const change = status === 'quarantined' ? { status: 'deleting' as const, cleanup_failures: 0 } : { status: 'provisioning' as const }
  await updateRow(db, 'sandboxes', sandboxId, { ...change, ...nextVersion(now) })
}

async function retriggerForgotten(
  context: ServiceContext,
  kind: 'cleanUp' | 'provision',
  { requestedBy, current: now }: RetriggerRequest,
): Promise<RetriggerResult> {
  const rows = await context.db
    .selectFrom('sandboxes as s')
    .select(['s.id', 's.name', 's.status'])
    .where('s.status', 'in', kind === 'provision' ? ['failed'] : ['deleting', 'quarantined'])
    .where(isWithoutRun)
    .orderBy('s.id')
    .limit(maxRuns)
    .forUpdate()
    .skipLocked()
    .execute()
  const retriggered = []
  for (const { id, name, status } of rows) {
    await revertStatus(context.db, id, status, now)
    if (await start(context, kind, { sandboxId: id, requestedBy, reason: 'No run existed.', now }))
      retriggered.push({ sandboxId: id, name, what: 'No run existed, so a run was started.' })
  }
  return { retriggered, alreadyRunning: 0 }
}

async function startQueued({ db, jobs }: ServiceContext, { current: now }: RetriggerRequest): Promise<RetriggerResult> {
  const selectQueued = () =>
    db.selectFrom('sandboxes').select(['id', 'name']).where('status', '=', 'queued').orderBy('queue_number').execute()
  const before = await selectQueued()
  for (let allocated = 1; allocated > 0; ) allocated = await allocateQueued({ db, jobs, now })
  const after = new Set((await selectQueued()).map(({ id }) => id))
  const allocated = before
    .filter(({ id }) => !after.has(id))
    .map(({ id, name }) => ({ sandboxId: id, name, what: 'Capacity is available, so setup starts.' }))
  return { retriggered: allocated.slice(0, maxRuns), alreadyRunning: after.size }
}

/** An extra scan is harmless, because spend is never counted twice. */
async function meter({ db, jobs }: ServiceContext, { current: now }: RetriggerRequest): Promise<RetriggerResult> {
  const dueSandboxes = await db
    .selectFrom('sandboxes as s')
    .leftJoin('sandbox_meters as m', 'm.sandbox_id', 's.id')
    .select(['s.id', 's.name'])
    .where(isDueForMetering(now))
    .orderBy(sql`coalesce(m.counted_to, s.lease_start)`)
    .orderBy('s.id')
    .limit(maxRuns)
    .execute()
  await jobs.send(db, 'meterSandboxes', {})
  return {
    retriggered: dueSandboxes.map(({ id, name }) => ({ sandboxId: id, name, what: 'The spend is being calculated.' })),
    alreadyRunning: 0,
  }
}
