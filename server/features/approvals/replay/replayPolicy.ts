import { type RawBuilder, sql } from 'kysely'
import { recordedFacts } from '../../../approvals/facts.ts'
import type { UsualWait } from '../../../approvals/requestSchemas.ts'
import type { PolicyRules } from '../../../approvals/rules.ts'
import { loadUsualWaits } from '../../../approvals/usualWaits.ts'
import type { Context } from '../../../context.ts'
import { type Db, inTransaction } from '../../../db/database.ts'
import { updateRow } from '../../../db/rows.ts'
import { publishChange } from '../../../workflows/changes.ts'
import { compare, type PastRequest, unusualScore } from './compare.ts'
import { fetchAccountFacts, notificationsOf, RecipientLookup, type RequestRelations } from './notifications.ts'
import { summarizeWaits, waitsOf } from './waits.ts'

const batchSize = 500

export const replayKind = 'policyReplay'

/**
 * Runs a replay batch by batch. Each transaction also stores the position, so that nothing is counted twice after a crash. The replay ends
 * without an error if another replay has replaced it.
 */
export async function replayPolicy(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { replayId }: { replayId: string },
  signal?: AbortSignal,
): Promise<void> {
  const policies = new Map<string, PolicyRules>()
  const people = new RecipientLookup()
  let usual: Map<string, UsualWait> | undefined
  for (;;) {
    signal?.throwIfAborted()
    const hasMore = await inTransaction(db, async (tx) => {
      const replay = await tx.selectFrom('policy_replays').selectAll().where('id', '=', replayId).forUpdate().executeTakeFirst()
      if (replay?.status !== 'running') return false
      usual ??= await loadUsualWaits(
        tx,
        replay.subject_kind,
        replay.rules.stages.map(({ name }) => name),
        now(),
      )
      return replayBatch(tx, replay, { policies, people, usual, now: now() })
    })
    if (!hasMore) return
  }
}

interface Row extends PastRequest, RequestRelations {
  policy_id: string
  policy_version: number
  recorded: boolean
}
type Replay = Awaited<ReturnType<typeof lockedReplay>>
const lockedReplay = (db: Db) => db.selectFrom('policy_replays').selectAll().executeTakeFirstOrThrow()

/** @returns whether more requests are left */
async function replayBatch(
  tx: Db,
  replay: Replay,
  {
    policies,
    people,
    usual,
    now,
  }: { policies: Map<string, PolicyRules>; people: RecipientLookup; usual: Map<string, UsualWait>; now: Date },
): Promise<boolean> {
  const rows = await loadBatch(tx, replay)
  await loadPolicies(tx, rows, policies)
  const recordedRows = rows.filter((row) => row.recorded)
  const comparisons = recordedRows.map((row) => ({ row, found: compare(row, policies.get(policyKey(row))!, replay.rules) }))
  people.begin()
  for (const { row, found } of comparisons) fetchAccountFacts(people, row, found)
  await people.ask(tx)

  const flows = { ...replay.flows }
  const countsByPerson = new Map<string, { before: number; after: number }>()
  const changes: object[] = []
  for (const { row, found } of comparisons) {
    const flow = `${found.from}>${found.change ?? 'same'}`
    flows[flow] = (flows[flow] ?? 0) + 1
    const stagesOf = { actualStages: row.stages, usual }
    const before = notificationsOf(people, row, row.stages, stagesOf)
    const after = found.change ? notificationsOf(people, row, found.simulatedStages, stagesOf) : before
    for (const [side, countByPerson] of [
      ['before', before],
      ['after', after],
    ] as const)
      for (const [person, times] of countByPerson) {
        const personCounts = countsByPerson.get(person) ?? { before: 0, after: 0 }
        personCounts[side] += times
        countsByPerson.set(person, personCounts)
      }
    if (!found.change) continue
    const stageWaits = waitsOf(row, found, usual)
    changes.push({
      approval_id: row.id,
      change: found.change === 'differentReminders' ? 'differentDeadlines' : found.change,
      severity: unusualScore(row, found.change),
      actual: found.actual,
      simulated: found.simulated,
      wait_before: stageWaits.before,
      wait_after: stageWaits.after,
      notifications_before: sum(before),
      notifications_after: sum(after),
      requested_at: row.openedAt,
    })
  }
  await writeChanges(tx, replay.id, changes)
  await countPeople(tx, replay.id, countsByPerson)
  const lastRow = rows.at(-1)
  const isLastPage = rows.length < batchSize
  await updateRow(tx, 'policy_replays', replay.id, {
    checked: replay.checked + rows.length,
    unrecorded: replay.unrecorded + rows.length - recordedRows.length,
    flows: JSON.stringify(flows),
    // PostgreSQL copies the timestamp, because a date in JavaScript has no microseconds.
    ...(lastRow && { after_at: sql<Date>`(select opened_at from approvals where id = ${lastRow.id})`, after_id: lastRow.id }),
    ...(isLastPage && { status: 'done' as const, finished_at: now, waits: JSON.stringify(await summarizeWaits(tx, replay)) }),
  })
  await publishChange(tx, { kind: replayKind, id: replay.policy_id })
  return !isLastPage
}

const sum = (countByPerson: ReadonlyMap<string, number>) => [...countByPerson.values()].reduce((total, times) => total + times, 0)
const policyKey = (row: Pick<Row, 'policy_id' | 'policy_version'>) => `${row.policy_id} ${row.policy_version}`

async function loadBatch(tx: Db, replay: Replay): Promise<Row[]> {
  const after: RawBuilder<boolean> = replay.after_at
    ? sql<boolean>`(a.opened_at, a.id) > (${replay.after_at}, ${replay.after_id})`
    : sql<boolean>`true`
  const { rows } = await sql<Omit<Row, 'facts'> & { facts: unknown }>`
    select a.id, a.policy_id, a.policy_version, a.facts, a.facts <> '{}' as recorded, a.status, a.automatic, a.override_outcome as "overrideOutcome",
      a.opened_at as "openedAt", a.closed_at as "closedAt",
      a.tower_id, a.family_id, a.catalogue_item_ids, a.requester_id, (select p.employee_id from people p where p.id = a.requester_id) as requester_employee, a.account_id, a.sandbox_id,
      coalesce((select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('name', s.name, 'rule', s.rule, 'minimum', s.minimum, 'status', s.status,
          'openedAt', s.opened_at, 'closedAt', s.closed_at, 'alternates', s.alternates, 'remindAfterHours', s.remind_after_hours,
          'escalateAfterHours', s.escalate_after_hours, 'hoursToDecide', s.hours_to_decide)) order by s.stage)
        from approval_stages s where s.approval_id = a.id), '[]'::jsonb) as stages
    from approvals a
    where a.subject_kind = ${replay.subject_kind} and a.opened_at >= ${replay.from_at} and a.opened_at < ${replay.until_at} and ${after}
    order by a.opened_at, a.id limit ${batchSize}`.execute(tx)
  return rows.map((row) => ({ ...row, facts: recordedFacts(row.facts) }))
}

async function loadPolicies(tx: Db, rows: readonly Row[], knownPolicies: Map<string, PolicyRules>): Promise<void> {
  const missingPolicies = new Map(rows.filter((row) => !knownPolicies.has(policyKey(row))).map((row) => [policyKey(row), row]))
  if (missingPolicies.size === 0) return
  const policies = await tx
    .selectFrom('approval_policies')
    .select(['id', 'version', 'reject', 'approve', 'stages'])
    .where(({ eb, or }) =>
      or([...missingPolicies.values()].map((row) => eb('id', '=', row.policy_id).and('version', '=', row.policy_version))),
    )
    .execute()
  for (const { id, version, ...rules } of policies) knownPolicies.set(policyKey({ policy_id: id, policy_version: version }), rules)
}

async function writeChanges(tx: Db, replayId: string, changes: object[]): Promise<void> {
  if (changes.length === 0) return
  await sql`insert into policy_replay_changes
      (replay_id, approval_id, change, severity, actual, simulated, wait_before, wait_after, notifications_before, notifications_after, requested_at)
    select ${replayId}, c.* from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      as c (approval_id uuid, change text, severity int, actual jsonb, simulated jsonb, wait_before float8, wait_after float8,
        notifications_before int, notifications_after int, requested_at timestamptz)`.execute(tx)
}

async function countPeople(tx: Db, replayId: string, personCounts: ReadonlyMap<string, { before: number; after: number }>): Promise<void> {
  if (personCounts.size === 0) return
  const people = [...personCounts].map(([person_id, { before, after }]) => ({ person_id, before, after }))
  await sql`insert into policy_replay_people (replay_id, person_id, notifications_before, notifications_after)
    select ${replayId}, p.person_id, p.before, p.after
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as p (person_id uuid, before int, after int)
    on conflict (replay_id, person_id) do update set
      notifications_before = policy_replay_people.notifications_before + excluded.notifications_before,
      notifications_after = policy_replay_people.notifications_after + excluded.notifications_after`.execute(tx)
}
