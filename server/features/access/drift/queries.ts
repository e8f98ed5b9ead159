import { type RawBuilder, sql } from 'kysely'
import type { Person } from '../../../auth/actor.ts'
import { isActor } from '../../../auth/sameIdentity.ts'
import type { Db } from '../../../db/database.ts'
import type { AccountKind, AccountStatus, DifferenceKind, DifferenceStatus, GroupRole } from '../../../db/tables.ts'
import { type PersonRef, person } from '../../../people/queries.ts'
import { driftRunKinds } from './kinds.ts'
import { describeDifference } from './labels.ts'
import { type DifferenceFacts, differenceCan } from './policy.ts'
import type { AccessDifference, DriftScan } from './schemas.ts'

export interface DifferenceRow {
  id: string
  account_id: string
  group_id: string
  kind: DifferenceKind
  member_id: string | null
  member_kind: 'person' | 'group' | 'other' | null
  member_name: string
  person: PersonRef | null
  own: boolean
  status: DifferenceStatus
  first_seen_at: Date
  last_seen_at: Date
  resolved_by: PersonRef | null
  resolved_at: Date | null
  reason: string | null
  version: number
  account_name: string
  environment: string
  account_kind: AccountKind
  account_status: AccountStatus
  subscription_id: string | null
  owner_ids: string[]
  group_name: string
  directory_group_id: string
  roles: GroupRole[]
  max_duration_hours: number | null
  granted_until: Date | null
  granted: boolean
  conflict: { group: string; reason: string } | null
  progress: string | null
}

export const differencesFrom: RawBuilder<unknown> = sql`access_differences d join access_groups g on g.id = d.group_id join accounts a on a.id = d.account_id`

/** Limits rows to what the caller can see: administrators and auditors see all rows, other people the rows of accounts that they own. */
export function canResolveSql(actor: Person): RawBuilder<boolean> {
  if (actor.admin || actor.auditor) return sql<boolean>`true`
  return sql<boolean>`a.id in (select o.account_id from account_owners o where o.person_id = ${actor.id})`
}

export async function differenceRows(db: Db, actor: Person, clauses: RawBuilder<unknown>): Promise<DifferenceRow[]> {
  const { rows } = await sql<DifferenceRow>`
    select d.id, d.account_id, d.group_id, d.kind, d.member_id, d.member_kind, d.member_name, d.status, d.first_seen_at, d.last_seen_at,
      d.resolved_at, d.reason, d.version, ${person(sql`d.person_id`)} as person, ${isActor(actor, sql`d.person_id`)} as own, ${person(sql`d.resolved_by`)} as resolved_by,
      a.name as account_name, a.environment, a.kind as account_kind, a.status as account_status, a.subscription_id,
      array(select o.person_id::text from account_owners o where o.account_id = a.id) as owner_ids,
      g.name as group_name, g.directory_group_id, g.roles, g.max_duration_hours,
      case when d.kind = 'removed' then (select max(coalesce(m.ends_at, 'infinity')) from group_assignments m
        where m.group_id = d.group_id and m.person_id = d.person_id and m.status = 'active'
        having max(coalesce(m.ends_at, 'infinity')) < 'infinity') end as granted_until,
      exists (select from group_assignments m where m.group_id = d.group_id and m.person_id = d.person_id
        and m.status in ('granting', 'active')) as granted,
      case when d.kind = 'added' and d.status = 'open' then (
        select json_build_object('group', o.name, 'reason', c.reason)
        from access_group_conflicts c
        join access_groups o on o.id = case c.group_id when d.group_id then c.other_id else c.group_id end and o.status <> 'deleted'
        join group_assignments m on m.group_id = o.id and same_identity(m.person_id, d.person_id) and m.status in ('scheduled', 'granting', 'active')
        where d.group_id in (c.group_id, c.other_id) order by o.name limit 1) end as conflict,
      (select case when w.status = 'failed' then 'stuck' else 'running' end from work_runs w
        where w.subject_id = d.id and w.kind = any (${[...driftRunKinds]}) and w.status <> 'succeeded') as progress
    from ${differencesFrom} ${clauses}`.execute(db)
  return rows
}

export function factsOf(row: DifferenceRow): DifferenceFacts {
  const owners = row.owner_ids.map((id) => ({ id }))
  return {
    account: { kind: row.account_kind, status: row.account_status, subscriptionId: row.subscription_id, owners },
    kind: row.kind,
    status: row.status,
    memberKind: row.member_kind,
    person: row.person,
    own: row.own,
    maxDurationHours: row.max_duration_hours,
    granted: row.granted,
    conflict: row.conflict,
  }
}

/** Locks the differences against decisions and scans until the transaction ends. */
export async function lockDifferences(db: Db, actor: Person, ids: string[]): Promise<DifferenceRow[]> {
  const namedIds = sql<boolean>`d.id = any (${ids}::uuid[])`
  // Groups are locked first and in a fixed order, as in a scan, to avoid deadlocks.
  await sql`select id from access_groups where id in (select group_id from access_differences d where ${namedIds}) order by id for no key update`.execute(
    db,
  )
  return differenceRows(db, actor, sql`where ${namedIds} order by d.id for no key update of d`)
}

export function presentDifference(actor: Person, row: DifferenceRow): AccessDifference {
  const { member_id, member_kind } = row
  return {
    id: row.id,
    account: { id: row.account_id, name: row.account_name, environment: row.environment },
    group: {
      id: row.group_id,
      name: row.group_name,
      roles: row.roles.map((role) => role.roleName),
      maxDurationHours: row.max_duration_hours,
    },
    kind: row.kind,
    member: member_id && member_kind ? { id: member_id, kind: member_kind, name: nameOf(row), person: row.person } : null,
    summary: describeDifference(row.kind, nameOf(row), row.group_name),
    grantedUntil: row.granted_until?.toISOString() ?? null,
    status: row.status,
    progress: row.progress,
    firstSeenAt: row.first_seen_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    resolvedBy: row.resolved_by,
    resolvedAt: row.resolved_at?.toISOString() ?? null,
    reason: row.reason,
    version: row.version,
    can: differenceCan(actor, factsOf(row)),
  }
}

export function nameOf(row: { person: PersonRef | null; member_name: string }): string {
  return row.person?.displayName ?? row.member_name
}

interface ScanRow {
  groups: number
  at: Date | null
  never: number
  unreadable: DriftScan['unreadable']
}
const maxUnreadable = 10

export async function loadCompared(db: Db, condition: RawBuilder<boolean>, everyMinutes: number): Promise<DriftScan> {
  const { rows } = await sql<ScanRow>`
    with seen as (select g.id, g.name, a.id as account_id, a.name as account, l.scanned_at, l.problem
      from access_groups g join accounts a on a.id = g.account_id left join access_group_scans l on l.group_id = g.id
      where g.status = 'ready' and a.status = 'active' and ${condition})
    select count(*) as groups, min(scanned_at) filter (where problem is null) as at,
      count(*) filter (where problem is null and scanned_at is null) as never,
      coalesce((select json_agg(json_build_object('group', u.name, 'account', json_build_object('id', u.account_id, 'name', u.account),
        'lastComparedAt', to_char(u.scanned_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'problem', u.problem) order by u.name)
        from (select * from seen where problem is not null order by name limit ${maxUnreadable}) u), '[]'::json) as unreadable
    from seen`.execute(db)
  const { groups, at, never, unreadable } = rows[0]!
  return { groups, at: never > 0 ? null : (at?.toISOString() ?? null), everyMinutes, unreadable }
}
