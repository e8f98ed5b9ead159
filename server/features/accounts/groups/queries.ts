import { sql } from 'kysely'
import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import type { GrantStatus } from '../../../db/tables.ts'
import { Failure } from '../../../errors.ts'
import { canDoInAccount } from '../accounts/policy.ts'
import type { Account } from '../accounts/schemas.ts'
import { assignmentCan } from './assignmentPolicy.ts'
import type { DirectoryGroups } from './directory.ts'
import { accessGroupCan } from './policy.ts'
import type { AccessGroup } from './schemas.ts'

const maxGroups = 200
const noSuchGroup = 'This group doesn’t exist in this account.'

interface Grant {
  id: string
  version: number
  personId: string
  via: 'request' | 'admin' | 'adopted'
  status: GrantStatus
  until: string | null
}
interface Eligibility {
  until: string | null
  renewed: boolean
  problem: string | null
}
interface OpenRequest {
  id: string
  reference: string
  status: string
  waitingFor: string | null
  version: number
}

function groupRows(db: Db, actor: Person, accountId: string) {
  return db
    .selectFrom('access_groups as g')
    .selectAll('g')
    .select([
      sql<Grant[]>`coalesce((
        select json_agg(json_build_object('id', a.id, 'version', a.version, 'personId', a.person_id, 'via', a.via, 'status', a.status,
          'until', to_char(a.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by a.ends_at desc nulls first)
        from group_assignments a where a.group_id = g.id and a.status in ('scheduled', 'granting', 'active', 'revoking')), '[]'::json)`.as(
        'grants',
      ),
      sql<OpenRequest | null>`(
        select json_build_object('id', r.id, 'reference', r.reference, 'status', r.status, 'version', r.version, 'waitingFor', (
          select s.name from approvals p join approval_stages s on s.approval_id = p.id and s.status = 'open'
          where p.subject_kind = 'accessRequest' and p.subject_id = r.id and p.status = 'pending'))
        from access_requests r
        where r.group_id = g.id and r.requester_id = ${actor.id} and r.status in ('pending_approval', 'changes_requested'))`.as(
        'own_request',
      ),
      sql<Eligibility | null>`(
        select json_build_object('until', to_char(min(e.ends_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'renewed', bool_and(e.ends_at is null or e.renew_until is null or e.renew_until > e.ends_at), 'problem', min(r.cause_text))
        from role_eligibilities e
        left join work_runs r on r.kind = 'renewEligibility' and r.subject_kind = 'roleEligibility' and r.subject_id = e.renewal_id and r.status = 'failed'
        where e.principal_id = g.directory_group_id and e.account_id = g.account_id and e.status = 'active'
        having count(*) > 0)`.as('eligibility'),
      sql<string | null>`(select w.id from work_runs w where w.kind = 'createAccessGroup' and w.subject_id = g.id)`.as('job_id'),
    ])
    .where('g.account_id', '=', accountId)
    .where('g.status', '<>', 'deleted')
    .orderBy('g.name')
    .limit(maxGroups)
}
type GroupRow = Awaited<ReturnType<ReturnType<typeof groupRows>['executeTakeFirstOrThrow']>>

export async function loadGroups(db: Db, actor: Person, account: Account, directoryGroups: DirectoryGroups): Promise<AccessGroup[]> {
  const rows = await groupRows(db, actor, account.id).execute()
  return rows.map((row) => presentGroup(actor, account, row, directoryGroups))
}

/** @throws notFound, including for a group of another account */
export async function loadGroup(
  db: Db,
  actor: Person,
  account: Account,
  groupId: string,
  directoryGroups: DirectoryGroups,
): Promise<AccessGroup> {
  const row = await groupRows(db, actor, account.id).where('g.id', '=', groupId).executeTakeFirst()
  if (!row) throw new Failure('notFound', noSuchGroup)
  return presentGroup(actor, account, row, directoryGroups)
}

function liveGroup(db: Db, accountId: string, groupId: string) {
  return db
    .selectFrom('access_groups')
    .selectAll()
    .$narrowType<{ account_id: string }>()
    .where('id', '=', groupId)
    .where('account_id', '=', accountId)
    .where('status', '<>', 'deleted')
}

/** @throws notFound, including for a group of another account */
export async function requireGroup(db: Db, accountId: string, groupId: string) {
  const row = await liveGroup(db, accountId, groupId).executeTakeFirst()
  if (!row) throw new Failure('notFound', noSuchGroup)
  return row
}

/** Locks the group until the transaction ends. @throws notFound, including for a group of another account */
export async function lockGroup(db: Db, accountId: string, groupId: string) {
  const row = await liveGroup(db, accountId, groupId).forUpdate().executeTakeFirst()
  if (!row) throw new Failure('notFound', noSuchGroup)
  return row
}

const memberKinds: Record<string, 'person' | 'group'> = { '#microsoft.graph.user': 'person', '#microsoft.graph.group': 'group' }

function presentGroup(actor: Person, account: Account, row: GroupRow, { members, roles }: DirectoryGroups): AccessGroup {
  const groupMembers = row.directory_group_id ? members?.value.get(row.directory_group_id) : undefined
  const canSeeMembers = canDoInAccount(actor, 'seeAll', account) === true
  const ownGrant = row.grants.find((grant) => grant.personId === actor.id)
  const openRequest = row.own_request?.reference ?? null
  const group = { status: row.status, requestable: row.requestable, maxDurationHours: row.max_duration_hours }
  const ownFacts = ownGrant && {
    personId: actor.id,
    own: true,
    status: ownGrant.status,
    endsAt: ownGrant.until ? new Date(ownGrant.until) : null,
    openRequest,
    group,
    maximumLifted: false,
    account,
  }
  const member =
    ownGrant?.status === 'active' || ownGrant?.status === 'granting' || (groupMembers?.members.some(({ id }) => id === actor.id) ?? false)
  const actionsByRole = new Map(roles.map((role) => [role.id, role.allowedActions]))
  const grantOf = (id: string) => row.grants.find((grant) => grant.personId === id && grant.status === 'active')
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    status: row.status,
    assignment: row.assignment,
    roles: row.roles.map((role) => ({ ...role, allowedActions: actionsByRole.get(role.roleDefinitionId) ?? [] })),
    eligibility: row.eligibility && { ...row.eligibility, problem: canSeeMembers ? row.eligibility.problem : null },
    requestable: row.requestable,
    maxDurationHours: row.max_duration_hours,
    memberCount: groupMembers ? groupMembers.members.length : null,
    membersCheckedAt: groupMembers ? members!.fetchedAt.toISOString() : null,
    ...(canSeeMembers && groupMembers
      ? {
          members: groupMembers.members.map((each) => ({
            id: each.id,
            name: each.displayName ?? each.mail ?? each.id,
            email: each.mail ?? null,
            kind: memberKinds[each['@odata.type'] ?? ''] ?? 'other',
            via: grantOf(each.id)?.via ?? null,
            until: grantOf(each.id)?.until ?? null,
          })),
        }
      : {}),
    mine: {
      member,
      until: ownGrant?.until ?? null,
      status: ownGrant?.status ?? null,
      request: row.own_request,
      grant: ownGrant && ownFacts ? { id: ownGrant.id, version: ownGrant.version, can: assignmentCan(actor, ownFacts) } : null,
    },
    jobId: canDoInAccount(actor, 'manageAccess', account) === true ? row.job_id : null,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    can: accessGroupCan(actor, account, row, { member, openRequest }),
  }
}
