import { sql } from 'kysely'
import { isAbsentInCalendar } from '../../../approvals/absence.ts'
import type { Clients } from '../../../clients/clients.ts'
import { ExternalError } from '../../../clients/externalError.ts'
import type { MailboxAbsence } from '../../../clients/graph/graphMailboxes.ts'
import { type Db, inTransaction } from '../../../db/database.ts'
import { loadSetting } from '../../../settings/queries.ts'
import { publishChange } from '../../../workflows/changes.ts'
import { requestNamedCalendars } from './requestCalendars.ts'

const minute = 60_000
/** The limit allows at most three Graph calls a minute. */
const batchSize = 60
const readIntervalMs = 30 * minute
const retryDelayMs = 5 * minute
const deniedRetryMs = 24 * 60 * minute
/** A calendar is deleted after this time if the person has no pending decision. */
const retentionMs = 48 * 60 * minute

interface Context {
  db: Db
  clients: Clients
  now: () => Date
}

/**
 * Reads the automatic replies of approvers, each of them twice an hour, and deletes calendars that are no longer needed. Runs each minute.
 */
export async function syncCalendars({ db, clients, now }: Context): Promise<void> {
  if ((await loadSetting(db, 'readCalendars')) !== true) {
    await db.deleteFrom('calendars').execute()
    await db.deleteFrom('calendar_denials').execute()
    return
  }
  await db
    .deleteFrom('calendars')
    .where('requested_at', '<', new Date(now().getTime() - retentionMs))
    .execute()
  const denial = await db.selectFrom('calendar_denials').select('denied_at').executeTakeFirst()
  if (denial && denial.denied_at.getTime() > now().getTime() - deniedRetryMs) return
  await requestNamedCalendars(db, now())
  const ids = await claim(db, now())
  if (ids.length === 0) return
  try {
    await saveAbsences(db, ids, await clients.graph.absencesOf(ids), now())
  } catch (error) {
    // Claimed calendars are read again later. The cockpit shows the state of Graph.
    if (!(error instanceof ExternalError)) throw error
  }
}

async function claim(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ person_id: string }>`
    update calendars set due_at = ${new Date(now.getTime() + retryDelayMs)} where person_id in (
      select c.person_id from calendars c join people p on p.id = c.person_id and p.active where c.due_at <= ${now}
      order by c.due_at limit ${batchSize} for update of c skip locked)
    returning person_id`.execute(db)
  return rows.map(({ person_id }) => person_id)
}

async function saveAbsences(db: Db, ids: string[], absences: (MailboxAbsence | ExternalError)[], now: Date): Promise<void> {
  const isDenied = absences.every((mailboxAbsence) => mailboxAbsence instanceof ExternalError && mailboxAbsence.status === 403)
  await inTransaction(db, async (tx) => {
    if (isDenied) {
      const values = { id: true, denied_at: now }
      await tx
        .insertInto('calendar_denials')
        .values(values)
        .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
        .execute()
      await tx.updateTable('calendars').set({ away: false, starts_at: null, ends_at: null, checked_at: null }).execute()
      return
    }
    await tx.deleteFrom('calendar_denials').execute()
    const before = await loadAbsentPeople(tx, ids, now)
    for (const [n, mailboxAbsence] of absences.entries())
      await tx.updateTable('calendars').set(toCalendarRow(mailboxAbsence, now)).where('person_id', '=', ids[n]!).execute()
    const after = await loadAbsentPeople(tx, ids, now)
    await recordSynced(tx, [...before.symmetricDifference(after)])
  })
}

function toCalendarRow(mailboxAbsence: MailboxAbsence | ExternalError, now: Date) {
  if (!(mailboxAbsence instanceof ExternalError))
    return {
      away: mailboxAbsence.isAbsent,
      starts_at: mailboxAbsence.startsAt,
      ends_at: mailboxAbsence.endsAt,
      checked_at: now,
      due_at: new Date(now.getTime() + readIntervalMs),
    }
  // If Slipway has no permission for a mailbox, it waits longer before the next read. A throttled read waits as long as Graph says. The
  // stored absence expires if the mailbox can't be read.
  const { status, retryable, retryAfterMs = 0 } = mailboxAbsence
  const wait = status === 403 ? deniedRetryMs : Math.max(retryable ? retryDelayMs : readIntervalMs, retryAfterMs)
  return { due_at: new Date(now.getTime() + wait) }
}

async function loadAbsentPeople(db: Db, ids: string[], now: Date): Promise<Set<string>> {
  const rows = await db
    .selectFrom('calendars as c')
    .select('c.person_id')
    .where('c.person_id', 'in', ids)
    .where(isAbsentInCalendar(now))
    .execute()
  return new Set(rows.map(({ person_id }) => person_id))
}

/** Resets the time of the last check of stages with these people, so that substitutes are suggested again, and refreshes open screens. */
async function recordSynced(db: Db, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`update approval_stages s set substitute_checked_at = null
    from people p cross join lateral own_seats(p.id, p.roles, '{open}') h
    where p.id = any (${ids}::uuid[]) and s.approval_id = h.approval_id and s.stage = h.stage and s.status = 'open'`.execute(db)
  await publishChange(db, { kind: 'delegation', id: '' })
  await publishChange(db, { kind: 'approval', id: '' })
}
