import type { Selectable } from 'kysely'
import { OutsideError } from '../../../clients/outsideError.ts'
import { followedStatuses, isOpen, statusOf } from '../../../clients/servicenow/incidentStates.ts'
import { type Incident, maxIncidentsAtOnce } from '../../../clients/servicenow/servicenowIncidents.ts'
import type { Context } from '../../../context.ts'
import { type Db, inTransaction } from '../../../db/database.ts'
import type { Database, IncidentStatus } from '../../../db/tables.ts'
import { notify } from '../../../notifications/notify.ts'
import { announce } from '../../../workflows/changes.ts'
import { priorityOf } from './servicenowLabels.ts'

type Row = Selectable<Database['incidents']>

/** Refresh intervals of open incidents, and of incidents that ServiceNow no longer shows. */
const pollIntervalMs = 120_000
const cleanupIntervalMs = 86_400_000
/** Limit of incidents per run, in queries of `maxIncidentsAtOnce`; the rest follows a minute later. */
const maxInRound = 500
/** Time limit of a run; the next run continues with the remaining incidents. */
const roundMs = 10_000

/** Refreshes the status of open incidents from ServiceNow, least recently refreshed first. */
export async function followIncidents({ db, clients, now }: Pick<Context, 'db' | 'clients' | 'now'>): Promise<void> {
  const before = (ms: number) => new Date(now().getTime() - ms)
  const due = await db
    .selectFrom('incidents')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('status', 'in', [...followedStatuses]).and(eb.or([eb('checked_at', 'is', null), eb('checked_at', '<', before(pollIntervalMs))])),
        eb('status', '=', 'gone').and('checked_at', '<', before(cleanupIntervalMs)),
      ]),
    )
    .orderBy('checked_at', (order) => order.asc().nullsFirst())
    .limit(maxInRound)
    .execute()
  const enough = AbortSignal.timeout(roundMs)
  for (let from = 0; from < due.length; from += maxIncidentsAtOnce) {
    const some = due.slice(from, from + maxIncidentsAtOnce)
    try {
      const shown = await clients.servicenow.readIncidents(
        some.map((row) => row.sys_id!),
        enough,
      )
      await inTransaction(db, (tx) => take(tx, some, shown, now()))
    } catch (error) {
      // The next run tries again. Until then the status keeps its age, and the account's page shows the ServiceNow error.
      if (enough.aborted || error instanceof OutsideError) return
      throw error
    }
  }
}

async function take(db: Db, rows: readonly Row[], shown: readonly Incident[], at: Date): Promise<void> {
  const moved: { row: Row; status: IncidentStatus; priority: number | null }[] = []
  for (const row of rows) {
    const found = shown.find(({ sys_id }) => sys_id === row.sys_id)
    const status = found ? statusOf(found) : 'gone'
    const priority = found ? (priorityOf(found.priority) ?? row.priority) : row.priority
    if (status !== row.status || priority !== row.priority) moved.push({ row, status, priority })
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
  for (const { row, status, priority } of moved) {
    await db.updateTable('incidents').set({ status, priority, updated_at: at }).where('id', '=', row.id).execute()
    await announce(db, { kind: 'incident', id: row.account_id })
    if (isOpen(row.status) && !isOpen(status)) await notifyReporter(db, row, status)
  }
}

const ended: Partial<Record<IncidentStatus, string>> = { resolved: 'resolved', closed: 'closed', cancelled: 'cancelled' }

/** Notifies the person who raised the incident of its end. */
async function notifyReporter(db: Db, row: Row, status: IncidentStatus): Promise<void> {
  const how = ended[status]
  if (!how) return
  await notify(db, [row.raised_by], {
    kind: 'incidentEnded',
    subjectKind: 'accountIncidents',
    subjectId: row.account_id,
    title: `${row.number} ${how}`,
    body: row.title,
    key: `incidentEnded:${row.id}:${status}`,
  })
}
