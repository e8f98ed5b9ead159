import type { Selectable } from 'kysely'
import { ExternalError } from '../../../clients/externalError.ts'
import { isOpen, statusOf, trackedStatuses } from '../../../clients/servicenow/incidentStates.ts'
import { type Incident, maxOpenIncidents } from '../../../clients/servicenow/servicenowIncidents.ts'
import type { Context } from '../../../context.ts'
import { type Db, inTransaction } from '../../../db/database.ts'
import type { Database, IncidentStatus } from '../../../db/tables.ts'
import { notify } from '../../../notifications/notify.ts'
import { publishChange } from '../../../workflows/changes.ts'
import { priorityOf } from './servicenowLabels.ts'

type Row = Selectable<Database['incidents']>

/** Intervals after which an open incident, and an incident that ServiceNow no longer shows, are refreshed. */
const pollIntervalMs = 120_000
const cleanupIntervalMs = 86_400_000
/** The next run, a minute later, continues with the remaining incidents. */
const maxPerRun = 500
const runTimeoutMs = 10_000

/** Refreshes the status of open incidents from ServiceNow. The incidents with the oldest status are refreshed first. */
export async function syncIncidents({ db, clients, now }: Pick<Context, 'db' | 'clients' | 'now'>): Promise<void> {
  const msAgo = (ms: number) => new Date(now().getTime() - ms)
  const dueRows = await db
    .selectFrom('incidents')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('status', 'in', [...trackedStatuses]).and(eb.or([eb('checked_at', 'is', null), eb('checked_at', '<', msAgo(pollIntervalMs))])),
        eb('status', '=', 'gone').and('checked_at', '<', msAgo(cleanupIntervalMs)),
      ]),
    )
    .orderBy('checked_at', (order) => order.asc().nullsFirst())
    .limit(maxPerRun)
    .execute()
  const timeoutSignal = AbortSignal.timeout(runTimeoutMs)
  for (let from = 0; from < dueRows.length; from += maxOpenIncidents) {
    const batch = dueRows.slice(from, from + maxOpenIncidents)
    try {
      const incidents = await clients.servicenow.readIncidents(
        batch.map((row) => row.sys_id!),
        timeoutSignal,
      )
      await inTransaction(db, (tx) => applyStatuses(tx, batch, incidents, now()))
    } catch (error) {
      // The next run tries again. Until then, the status keeps its date, and the account's page shows the error from ServiceNow.
      if (timeoutSignal.aborted || error instanceof ExternalError) return
      throw error
    }
  }
}

async function applyStatuses(db: Db, rows: readonly Row[], incidents: readonly Incident[], at: Date): Promise<void> {
  const statusChanges: { row: Row; status: IncidentStatus; priority: number | null }[] = []
  for (const row of rows) {
    const incident = incidents.find(({ sys_id }) => sys_id === row.sys_id)
    const status = incident ? statusOf(incident) : 'gone'
    const priority = incident ? (priorityOf(incident.priority) ?? row.priority) : row.priority
    if (status !== row.status || priority !== row.priority) statusChanges.push({ row, status, priority })
  }
  await db
    .updateTable('incidents')
    .set({ checked_at: at })
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  for (const { row, status, priority } of statusChanges) {
    await db.updateTable('incidents').set({ status, priority, updated_at: at }).where('id', '=', row.id).execute()
    await publishChange(db, { kind: 'incident', id: row.account_id })
    if (isOpen(row.status) && !isOpen(status)) await notifyReporter(db, row, status)
  }
}

const endedLabels: Partial<Record<IncidentStatus, string>> = { resolved: 'resolved', closed: 'closed', cancelled: 'cancelled' }

async function notifyReporter(db: Db, row: Row, status: IncidentStatus): Promise<void> {
  const endLabel = endedLabels[status]
  if (!endLabel) return
  await notify(db, [row.raised_by], {
    kind: 'incidentEnded',
    subjectKind: 'accountIncidents',
    subjectId: row.account_id,
    title: `${row.number} ${endLabel}`,
    body: row.title,
    key: `incidentEnded:${row.id}:${status}`,
  })
}
