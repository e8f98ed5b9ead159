import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { notify } from '../../../notifications/notify.ts'
import { publishChange } from '../../../workflows/changes.ts'

interface EmergencyNotification {
  id: string
  accountId: string
  personId: string
  title: string
  body: string
  event: string
}

/**
 * Recipients are the account’s owners, its tower’s leads, administrators and auditors who have signed in, and the people responsible for
 * unowned accounts.
 */
async function notifiedPeople(db: Db, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ person_id: string }>`
    select person_id from account_owners where account_id = ${accountId}
    union
    select l.person_id from tower_leads l join accounts a on a.tower_id = l.tower_id where a.id = ${accountId}
    union
    select person_id from sessions where ended_at is null and roles && array['Slipway.Admin', 'Slipway.Auditor']
    union
    select m.person_id from directory_group_members m join directory_groups g on g.id = m.group_id where g.fallback_owners`.execute(db)
  return rows.map(({ person_id }) => person_id)
}

/** Notifies everyone responsible for the account, and the person, in the caller’s transaction. */
export async function raiseAlarm(db: Db, { id, accountId, personId, title, body, event }: EmergencyNotification): Promise<void> {
  const people = new Set([...(await notifiedPeople(db, accountId)), personId])
  await notify(db, [...people], {
    kind: 'emergencyAccess',
    subjectKind: 'emergencyAccess',
    subjectId: id,
    title,
    body,
    key: `emergency:${id}:${event}`,
  })
  await publishChange(db, { kind: 'emergencyAccess', id })
}

export async function notifyPerson(db: Db, { id, personId, title, body, event }: Omit<EmergencyNotification, 'accountId'>): Promise<void> {
  await notify(db, [personId], {
    kind: 'emergencyAccess',
    subjectKind: 'emergencyAccess',
    subjectId: id,
    title,
    body,
    key: `emergency:${id}:${event}`,
  })
}
