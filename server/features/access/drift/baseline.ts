import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { recordSystemEvent } from '../../../audit/recordSystemEvent.ts'
import type { Db } from '../../../db/database.ts'
import type { Member, MemberScan } from './compare.ts'
import type { RecordedMember } from './record.ts'

/**
 * Records the existing members of a group at its first scan as adopted, so that only later changes count as drift (docs/decisions/0011).
 */
export async function recordBaseline(
  db: Db,
  group: { id: string; account_id: string; name: string },
  memberScan: Exclude<MemberScan, 'missing'>,
  record: ReadonlyMap<string, RecordedMember>,
  now: Date,
): Promise<void> {
  const unrecordedMembers = [...memberScan.values()].filter(({ id }) => !record.get(id)?.live && !record.get(id)?.moving)
  if (unrecordedMembers.length === 0) return
  const knownIds = await knownPeople(
    db,
    unrecordedMembers.map(({ id }) => id),
  )
  // Disabled people are not adopted, so that the next scan reports them as drift.
  const people = unrecordedMembers.filter(({ id }) => knownIds.get(id)?.active)
  const otherMembers = unrecordedMembers.filter(({ id }) => !knownIds.has(id))
  const adoptedMembers = [...people, ...otherMembers]
  if (adoptedMembers.length === 0) return
  await adoptPeople(db, group.id, people, now)
  await adoptOthers(db, group, otherMembers, now)
  await recordSystemEvent(db, {
    action: 'accessBaseline',
    subject: { kind: 'account', id: group.account_id },
    after: { group: group.name, adopted: adoptedMembers.map(({ id, name, kind }) => ({ id, name, kind })) },
    reason: `Already a member of ${group.name} at the first scan.`,
  })
}

export async function knownPeople(db: Db, ids: string[]): Promise<Map<string, { active: boolean }>> {
  const { rows } = await sql<{ id: string; active: boolean }>`select id, active from people where id = any (${ids}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

async function adoptPeople(db: Db, groupId: string, people: Member[], now: Date): Promise<void> {
  await sql`insert into group_assignments (id, group_id, person_id, via, starts_at, status, created_at, updated_at)
    select * from unnest(${people.map(() => uuidv7())}::uuid[], array_fill(${groupId}::uuid, array[${people.length}::int]),
      ${people.map(({ id }) => id)}::uuid[]) as who(id, group_id, person_id)
    cross join (values ('adopted', ${now}::timestamptz, 'active', ${now}::timestamptz, ${now}::timestamptz)) as what
    on conflict do nothing`.execute(db)
}

async function adoptOthers(db: Db, group: { id: string; account_id: string }, otherMembers: Member[], now: Date): Promise<void> {
  await sql`insert into access_differences (id, account_id, group_id, kind, member_id, member_kind, member_name, status,
      first_seen_at, last_seen_at, resolved_at, reason)
    select id, ${group.account_id}::uuid, ${group.id}::uuid, 'added', member_id, kind, name, 'adopted',
      ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz, 'The member was already in the group at the first scan.'
    from unnest(${otherMembers.map(() => uuidv7())}::uuid[], ${otherMembers.map(({ id }) => id)}::uuid[], ${otherMembers.map(({ kind }) => kind)}::text[],
      ${otherMembers.map(({ name }) => name)}::text[]) as who(id, member_id, kind, name)`.execute(db)
}
