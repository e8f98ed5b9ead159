import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { driftRunKinds } from './kinds.ts'

export interface RecordedMember {
  personId: string
  name: string
  /** True if a grant justifies the membership, or is starting or ending. */
  live: boolean
  active: boolean
  /** True if a grant is starting or ending, or changed so recently that some replicas of the directory don’t show the change yet. */
  moving: boolean
  mark: string
}
export type AccessRecord = Map<string, Map<string, RecordedMember>>

/** The time in which the directory can replicate a change before the difference counts as drift. */
const consistencyDelayMs = 120_000

export async function loadRecord(db: Db, groupIds: string[], now: Date): Promise<AccessRecord> {
  const record: AccessRecord = new Map(groupIds.map((id) => [id, new Map()]))
  if (groupIds.length === 0) return record
  const sinceDate = new Date(now.getTime() - consistencyDelayMs)
  const { rows } = await sql<RecordedMember & { groupId: string }>`
    select m.group_id as "groupId", m.person_id as "personId", p.display_name as name,
      bool_or(m.status in ('granting', 'active', 'revoking')) as live, bool_or(m.status = 'active') as active,
      bool_or(m.status in ('granting', 'revoking') or m.updated_at > ${sinceDate}) as moving,
      string_agg(m.id || m.status, ' ' order by m.id) as mark
    from group_assignments m join people p on p.id = m.person_id
    where m.group_id = any (${groupIds}::uuid[])
      and (m.status in ('scheduled', 'granting', 'active', 'revoking') or m.updated_at > ${sinceDate})
    group by m.group_id, m.person_id, p.display_name`.execute(db)
  for (const { groupId, ...member } of rows) record.get(groupId)!.set(member.personId, member)
  for (const { group_id, member_id, member_name } of await beingResolved(db, groupIds)) {
    const recordedMember = record.get(group_id)!.get(member_id)
    const emptyMember = { personId: member_id, name: member_name, live: false, active: false, mark: '' }
    record.get(group_id)!.set(member_id, { ...(recordedMember ?? emptyMember), moving: true })
  }
  return record
}

async function beingResolved(db: Db, groupIds: string[]) {
  const { rows } = await sql<{ group_id: string; member_id: string; member_name: string }>`
    select d.group_id, d.member_id, d.member_name
    from work_runs w join access_differences d on d.id = w.subject_id
    where w.kind = any (${[...driftRunKinds]}) and w.status in ('queued', 'running', 'waiting')
      and d.group_id = any (${groupIds}::uuid[]) and d.member_id is not null`.execute(db)
  return rows
}
