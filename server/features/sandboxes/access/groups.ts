import { type RawBuilder, sql } from 'kysely'
import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import { people } from '../../../people/queries.ts'
import { isMemberOf, visibleTo } from '../sandboxes/sandboxRows.ts'
import { suffixOf } from './names.ts'
import { groupCan } from './policy.ts'
import { sandboxOfAccess } from './sandboxOfAccess.ts'
import type { SandboxAccessGroup, SandboxGroupPreview } from './schemas.ts'

const noSuchGroup = 'This sandbox group doesn’t exist.'

/** The text must equal the condition of the partial indexes, because PostgreSQL wouldn’t use these indexes otherwise. */
const existingGroups: RawBuilder<boolean> = sql<boolean>`g.sandbox_id is not null and g.status <> 'deleted' and sandboxes.status <> 'deleted'`

export const visibleGroups = (actor: Person) => sql<boolean>`${existingGroups} and ${visibleTo(actor)}`

export function groupSummaryRows(db: Db, actor: Person) {
  return db
    .selectFrom('access_groups as g')
    .innerJoin('sandboxes', 'sandboxes.id', 'g.sandbox_id')
    .select(['g.id', 'g.name', 'g.status', 'g.roles', 'g.sandbox_id', 'sandboxes.name as sandbox_name', 'sandboxes.lease_end'])
    .select(['sandboxes.status as sandbox_status', sql<string>`sandboxes.terms->'groups'->0->>'suffix'`.as('owners_suffix')])
    .select(
      sql<number>`(select count(distinct m.person_id) from group_assignments m
        where m.group_id = g.id and m.status in ('scheduled', 'granting', 'active'))`.as('member_count'),
    )
    .where(visibleGroups(actor))
}
type GroupSummaryRow = Awaited<ReturnType<ReturnType<typeof groupSummaryRows>['executeTakeFirstOrThrow']>>

export function presentPreview(row: GroupSummaryRow, now: Date): SandboxGroupPreview {
  const suffix = suffixOf(row.name)
  return {
    id: row.id,
    name: row.name,
    suffix,
    status: row.status as SandboxGroupPreview['status'],
    roles: row.roles.map(({ roleName }) => roleName),
    forOwners: suffix === row.owners_suffix,
    memberCount: row.member_count,
    sandbox: sandboxOfAccess(row, now),
  }
}

interface OwnGrant {
  status: string
  until: string | null
}
interface OwnRequest {
  id: string
  reference: string
  status: string
  version: number
}

export function groupRows(db: Db, actor: Person) {
  return groupSummaryRows(db, actor)
    .select(['g.description', 'g.directory_group_id', 'g.max_duration_hours', 'g.version', 'g.created_at', 'g.updated_at'])
    .select(['sandboxes.tower_id', isMemberOf(actor.id).as('actor_inside')])
    .select([
      people(sql`sandbox_owners`, sql`l.sandbox_id = sandboxes.id`).as('owners'),
      sql<OwnGrant | null>`(
        select json_build_object('status', m.status, 'until', to_char(m.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        from group_assignments m where m.group_id = g.id and m.person_id = ${actor.id} and m.status in ('scheduled', 'granting', 'active')
        order by m.ends_at desc nulls first limit 1)`.as('own'),
      sql<OwnRequest | null>`(
        select json_build_object('id', r.id, 'reference', r.reference, 'status', r.status, 'version', r.version) from access_requests r
        where r.group_id = g.id and r.requester_id = ${actor.id} and r.status in ('pending_approval', 'changes_requested'))`.as(
        'own_request',
      ),
    ])
}
export type GroupRow = Awaited<ReturnType<ReturnType<typeof groupRows>['executeTakeFirstOrThrow']>>

export function presentGroup(actor: Person, row: GroupRow, now: Date): SandboxAccessGroup {
  // Members whose access ends can request an extension.
  const isPermanentMember = row.own !== null && (row.own.until === null || row.own.status !== 'active')
  return {
    ...presentPreview(row, now),
    description: row.description,
    owners: row.owners,
    mine: { member: row.own !== null, until: row.own?.until ?? null, request: row.own_request },
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    can: groupCan(actor, sandboxAccessFacts(row), row.status, {
      member: isPermanentMember,
      openRequest: row.own_request?.reference ?? null,
    }),
  }
}

export function sandboxAccessFacts(row: Pick<GroupRow, 'sandbox_status' | 'lease_end' | 'owners'>) {
  return { status: row.sandbox_status, end: row.lease_end, owners: row.owners }
}

/** Finds a sandbox group that is visible to the actor. @throws notFound, including for a group of an account */
export async function requireGroup(db: Db, actor: Person, condition: { id: string } | { name: string }): Promise<GroupRow> {
  const row = await groupRows(db, actor)
    .where('id' in condition ? sql<boolean>`g.id = ${condition.id}` : sql<boolean>`g.name = lower(${condition.name})`)
    .executeTakeFirst()
  if (!row) throw new Failure('notFound', noSuchGroup)
  return row
}

/** Locks the sandbox and its group until the transaction ends. Every caller locks the sandbox first, to avoid deadlocks. */
export async function lockGroup(db: Db, actor: Person, id: string, ofSandbox?: string): Promise<GroupRow & { max_members: number }> {
  const { sandbox_id: sandboxId } = await requireGroup(db, actor, { id })
  if (ofSandbox && sandboxId !== ofSandbox) throw new Failure('notFound', 'This group doesn’t exist in this sandbox.')
  const { terms } = await db.selectFrom('sandboxes').select('terms').where('id', '=', sandboxId!).forUpdate().executeTakeFirstOrThrow()
  await db.selectFrom('access_groups').select('id').where('id', '=', id).forUpdate().execute()
  return { ...(await requireGroup(db, actor, { id })), max_members: terms.maxMembers }
}
