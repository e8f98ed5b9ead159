import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { bumped, updateRow } from '../../../db/rows.ts'
import type { SandboxActionKind } from '../../../db/tables.ts'
import { announce } from '../../../workflows/changes.ts'
import { recordEvent } from '../sandboxes/events.ts'
import { lockSandbox } from '../sandboxes/queries.ts'
import { allocateQueued } from './capacity.ts'
import { type ProcessName, processes } from './processes.ts'
import { maxWork, readWork, type WorkRow } from './queries.ts'
import type { Retriggered } from './schemas.ts'
import { start, type World } from './start.ts'

interface RetriggerRequest {
  requestedBy: string
  now: Date
}
type RetriggerResult = Pick<Retriggered, 'retriggered' | 'alreadyRunning'>

/** Restarts the stuck runs of a process in the caller’s transaction; running ones are left alone. */
export async function retrigger(world: World, process: ProcessName, asked: RetriggerRequest): Promise<RetriggerResult> {
  const { kind } = processes[process]
  if (kind === 'cleanUp') return together(await forgotten(world, asked), await retriggerKind(world, kind, asked))
  if (kind) return retriggerKind(world, kind, asked)
  return process === 'queue' ? grantAccessTo(world, asked) : meter(world)
}

const together = (one: RetriggerResult, other: RetriggerResult): RetriggerResult => ({
  retriggered: [...one.retriggered, ...other.retriggered],
  alreadyRunning: one.alreadyRunning + other.alreadyRunning,
})

async function retriggerKind(world: World, kind: SandboxActionKind, asked: RetriggerRequest): Promise<RetriggerResult> {
  const work = await readWork(world.db, { kind }, asked.now)
  const done: RetriggerResult = { retriggered: [], alreadyRunning: work.filter(({ state }) => state === 'running').length }
  for (const { sandbox_id } of work.filter(({ state }) => state !== 'running').slice(0, maxWork)) {
    // Another caller could have restarted it meanwhile, so the state is read again under the lock.
    await lockSandbox(world.db, sandbox_id)
    const [now] = await readWork(world.db, { kind, sandboxId: sandbox_id }, asked.now)
    if (now?.state === 'running') done.alreadyRunning += 1
    else if (now) done.retriggered.push({ sandboxId: sandbox_id, name: now.name, what: await restartRun(world, now, asked) })
  }
  return done
}

async function restartRun(world: World, row: WorkRow, { requestedBy, now }: RetriggerRequest): Promise<string> {
  const { db, jobs } = world
  if (row.state === 'stalled') {
    await db.updateTable('work_runs').set({ updated_at: now }).where('id', '=', row.run_id).execute()
    await jobs.send(db, 'work', { runId: row.run_id! })
    return 'The run was stuck; it continues from its current step.'
  }
  if (row.status === 'failed' || row.status === 'quarantined') {
    const cleaning = row.status === 'quarantined'
    await updateRow(db, 'sandboxes', row.sandbox_id, {
      status: cleaning ? 'deleting' : 'provisioning',
      ...(cleaning ? { cleanup_failures: 0 } : {}),
      ...bumped(now),
    })
  }
  const action = await start(world, row.kind, { sandboxId: row.sandbox_id, requestedBy, reason: 'The run was stuck.', now })
  await recordEvent(db, {
    sandboxId: row.sandbox_id,
    kind: 'retriggered',
    text: 'An administrator retried it.',
    personId: requestedBy,
    key: `retriggered:${action}`,
    now,
  })
  await announce(db, { kind: 'sandbox', id: row.sandbox_id })
  return 'The run failed; it starts again from its first step.'
}

async function forgotten(world: World, { requestedBy, now }: RetriggerRequest): Promise<RetriggerResult> {
  const rows = await world.db
    .selectFrom('sandboxes as s')
    .select(['s.id', 's.name'])
    .where('s.status', '=', 'deleting')
    .where('s.removing_at', 'is not', null)
    .where(sql<boolean>`not exists (select from sandbox_actions a where a.sandbox_id = s.id and (a.status = 'open' or a.kind = 'cleanUp'))`)
    .orderBy('s.id')
    .limit(maxWork)
    .forUpdate()
    .skipLocked()
    .execute()
  const retriggered = []
  for (const { id, name } of rows)
    if (await start(world, 'cleanUp', { sandboxId: id, requestedBy, reason: 'No run existed.', now }))
      retriggered.push({ sandboxId: id, name, what: 'No run existed, so a run was started.' })
  return { retriggered, alreadyRunning: 0 }
}

async function grantAccessTo({ db, jobs }: World, { now }: RetriggerRequest): Promise<RetriggerResult> {
  const waiting = () => db.selectFrom('sandboxes').select(['id', 'name']).where('status', '=', 'queued').orderBy('queue_number').execute()
  const before = await waiting()
  for (let admitted = 1; admitted > 0; ) admitted = await allocateQueued({ db, jobs, now })
  const after = new Set((await waiting()).map(({ id }) => id))
  const inNow = before
    .filter(({ id }) => !after.has(id))
    .map(({ id, name }) => ({ sandboxId: id, name, what: 'Capacity is available: setup starts.' }))
  return { retriggered: inNow.slice(0, maxWork), alreadyRunning: after.size }
}

/** An extra scan does no harm, because spend is never counted twice. */
async function meter({ db, jobs }: World): Promise<RetriggerResult> {
  const late = await spending(db)
  await jobs.send(db, 'meterSandboxes', {})
  return { retriggered: late.map(({ id, name }) => ({ sandboxId: id, name, what: 'Its spend is being counted.' })), alreadyRunning: 0 }
}

function spending(db: Db) {
  return db
    .selectFrom('sandboxes')
    .select(['id', 'name'])
    .where('status', 'in', ['active', 'frozen'])
    .orderBy(sql`coalesce(spend_at, lease_start)`)
    .limit(maxWork)
    .execute()
}
