import { sql } from 'kysely'
import { deterministicGuid } from '../../../clients/deterministicGuid.ts'
import { type Db, inTransaction } from '../../../db/database.ts'
import { notifyEach } from '../../../notifications/notify.ts'
import { administrators } from '../../../people/administrators.ts'
import { titleOf } from '../../../runs/labels.ts'
import { isUnfinished } from './list.ts'

/**
 * Minimum time between two notifications about the same cause, in milliseconds. Another notification also needs more failed runs than the
 * last one.
 */
const notificationIntervalMs = 3_600_000
const kind = 'workStopped'

interface Cause {
  service: string | null
  code: string
  count: number
  newest: Date
  work: string
  name: string
  text: string
}

/** Notifies administrators of failed runs, with one notification per cause. Runs every minute. */
export function notifyStuckRuns({ db, now }: { db: Db; now: () => Date }): Promise<void> {
  return inTransaction(db, async (tx) => {
    const causes = await loadCauses(tx)
    if (causes.length === 0) return
    const ids = await administrators(tx)
    const notifiedAt = await loadNotified(tx, ids)
    const dueRows = causes.filter((cause) => {
      const lastNotifiedAt = notifiedAt.get(subjectOf(cause))
      return !lastNotifiedAt || (cause.newest > lastNotifiedAt && now().getTime() - lastNotifiedAt.getTime() >= notificationIntervalMs)
    })
    await notifyEach(
      tx,
      dueRows.flatMap((cause) => ids.map((personId) => ({ personId, ...notificationOf(cause) }))),
    )
  })
}

async function loadCauses(db: Db): Promise<Cause[]> {
  const firstValueOf = (column: string) => sql`(array_agg(${sql.ref(column)} order by stuck_since, id))[1]`
  const { rows } = await sql<Cause>`select cause_service as service, coalesce(cause_code, 'unknown') as code, count(*)::int as count,
      max(updated_at) as newest, ${firstValueOf('kind')} as work, ${firstValueOf('name')} as name, coalesce(${firstValueOf('cause_text')}, '') as text
    from work_runs where status = 'failed' and stuck_since is not null and ${isUnfinished} group by 1, 2 order by 4 limit 50`.execute(db)
  return rows
}

async function loadNotified(db: Db, personIds: string[]): Promise<Map<string, Date>> {
  if (personIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('notifications')
    .select((eb) => ['subject_id', eb.fn.max('dedupe_key').as('key')])
    .where('person_id', 'in', personIds)
    .where('kind', '=', kind)
    .groupBy('subject_id')
    .execute()
  return new Map(rows.map(({ subject_id, key }) => [subject_id, new Date(key.slice(-isoLength))]))
}

const isoLength = new Date(0).toISOString().length
const subjectOf = ({ service, code }: Cause) => deterministicGuid('stuck work', service ?? '', code)

function notificationOf(cause: Cause) {
  const { service, count, newest, work, name, text } = cause
  const subjectId = subjectOf(cause)
  return {
    kind,
    subjectKind: 'runList',
    subjectId,
    title: count === 1 ? `${titleOf(work)} failed: ${name}` : `${count} runs failed${service ? `: ${service}` : ''}`,
    body: `${text} Open ${count === 1 ? 'the run' : 'a run'} to see the cause and the possible actions.`.trim(),
    key: `${kind}:${subjectId}:${newest.toISOString()}`,
  } as const
}
