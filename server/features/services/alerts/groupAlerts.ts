import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Context } from '../../../context.ts'
import { type Db, inTransaction } from '../../../db/database.ts'
import { publishChanges } from '../../../workflows/changes.ts'
import { enqueueDelayed } from './enqueueDelayed.ts'
import { type AlertEvent, type Group, updateGroup } from './updateGroup.ts'

const batchSize = 500
const lockId = 8_250_025

export async function groupAlerts(context: Pick<Context, 'db' | 'jobs' | 'now'>, signal: AbortSignal): Promise<void> {
  const { db, now } = context
  let groupedCount = batchSize
  while (groupedCount === batchSize && !signal.aborted) groupedCount = await inTransaction(db, (tx) => groupBatch(tx, now()))
  if (groupedCount === batchSize) await enqueueDelayed(context, 'groupAlerts', 0)
  const dueRows = await db.selectFrom('alert_groups').select('id').where('due_at', '<=', now()).limit(1).execute()
  if (dueRows.length > 0) await enqueueDelayed(context, 'syncAlertsToServiceNow', 0)
}

async function groupBatch(tx: Db, now: Date): Promise<number> {
  // Only one process groups alerts at a time. Otherwise an alert could be cleared before it fires.
  await sql`select pg_advisory_xact_lock(${lockId})`.execute(tx)
  const rows = await pendingAlertEvents(tx)
  if (rows.length === 0) return 0
  const alertGroupRows = [...Map.groupBy(rows, groupKeyOf).values()]
  const existingGroups = await lockGroups(tx, alertGroupRows)
  const groups = alertGroupRows.map((alertsOfGroup) => {
    const { account_id, fingerprint } = alertsOfGroup[0]!
    const before = existingGroups.get(groupKeyOf(alertsOfGroup[0]!))
    const after = updateGroup(before?.group, alertsOfGroup, {
      syncedAt: before?.syncedAt ?? null,
      postponed: before?.postponed ?? false,
      now,
    })
    return { ...after, id: before?.id ?? uuidv7(), account_id, fingerprint }
  })
  await tx
    .insertInto('alert_groups')
    .values(groups)
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'fingerprint']).doUpdateSet(({ ref }) => ({
        ...Object.fromEntries(groupedColumns.map((column) => [column, ref(`excluded.${column}`)])),
        revision: sql`alert_groups.revision + 1`,
      })),
    )
    .execute()
  await tx
    .updateTable('alert_events')
    .set({ grouped_at: now, detail: null })
    .where(sql<boolean>`id = any (${rows.map((row) => row.id)}::bigint[])`)
    .execute()
  const accounts = [...new Set(rows.map((row) => row.account_id))]
  await publishChanges(
    tx,
    accounts.map((id) => ({ kind: 'alert', id })),
  )
  return rows.length
}

interface NamedGroup {
  account_id: string
  fingerprint: Buffer
}
const groupKeyOf = ({ account_id, fingerprint }: NamedGroup) => `${account_id}/${fingerprint.toString('hex')}`

/** Selects the next alert events in order. The defaults of the key replace what an alert leaves out. */
async function pendingAlertEvents(tx: Db): Promise<(AlertEvent & NamedGroup & { id: number })[]> {
  const rows = await tx
    .selectFrom('alert_events as a')
    .innerJoin('alert_keys as k', 'k.id', 'a.key_id')
    .select(['a.id', 'a.account_id', 'a.fingerprint', 'a.state', 'a.fires', 'a.at', 'a.received_at', 'a.detail'])
    .select(['k.configuration_item', 'k.assignment_group'])
    .where('a.grouped_at', 'is', null)
    .orderBy('a.id')
    .limit(batchSize)
    .execute()
  return rows.map(({ configuration_item, assignment_group, ...row }) => {
    const detail = row.detail!
    const { configurationItem, assignmentGroup } = detail
    return {
      ...row,
      detail: {
        ...detail,
        configurationItem: configurationItem ?? configuration_item,
        assignmentGroup: assignmentGroup ?? assignment_group,
      },
    }
  })
}

interface ExistingGroup {
  id: string
  syncedAt: Date | null
  postponed: boolean
  group: Group
}

async function lockGroups(tx: Db, alertGroupRows: NamedGroup[][]): Promise<Map<string, ExistingGroup>> {
  const [accounts, fingerprints] = [
    alertGroupRows.map(([newestAlert]) => newestAlert!.account_id),
    alertGroupRows.map(([newestAlert]) => newestAlert!.fingerprint),
  ]
  const rows = await tx
    .selectFrom('alert_groups')
    .select(['id', 'account_id', 'fingerprint', 'synced_at', 'problem', ...groupedColumns])
    .where(sql<boolean>`(account_id, fingerprint) in (select * from unnest(${accounts}::uuid[], ${fingerprints}::bytea[]))`)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(
    rows.map(({ id, account_id, fingerprint, synced_at: syncedAt, problem, ...group }) => [
      groupKeyOf({ account_id, fingerprint }),
      { id, syncedAt, postponed: problem !== null, group },
    ]),
  )
}

/** The columns that grouping writes. The job that updates ServiceNow writes the other columns. */
const groupedColumns = [
  'source',
  'title',
  'description',
  'resource',
  'link',
  'priority',
  'configuration_item',
  'assignment_group',
  'state',
  'state_at',
  'count',
  'episode',
  'first_seen',
  'last_seen',
  'due_at',
] as const satisfies (keyof Group)[]
