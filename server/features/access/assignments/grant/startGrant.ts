import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../../../../db/database.ts'
import { Failure } from '../../../../errors.ts'
import { publishChange } from '../../../../workflows/changes.ts'
import type { Jobs } from '../../../../workflows/jobs.ts'
import { startRun } from '../../../../workflows/startRun.ts'
import { isOpenForMembers, owningResource, owningResourceName } from '../../../accounts/accounts/owningResource.ts'
import { requestKindOf } from '../submit.ts'
import { type GrantInput, grantAccess } from './grantAccess.ts'

interface NewGrant {
  groupId: string
  personId: string
  via: 'request' | 'admin' | 'adopted'
  /** Required with `via: 'request'`, and not allowed otherwise. */
  requestId?: string
  grantedBy?: string
  reason?: string
  startsAt?: Date
  /**
   * Hours from the moment at which the directory has the membership. `endsAt` is a fixed end date instead. Without either, the grant is
   * permanent.
   */
  durationHours?: number | null
  endsAt?: Date | null
  now: Date
}

/**
 * Writes a grant and starts its run in the caller’s transaction. All grants use this function. The caller checks the permissions.
 * @throws conflict if the group doesn’t accept members
 */
export async function startGrant(context: { db: Db; jobs: Jobs }, grant: NewGrant): Promise<{ assignmentId: string }> {
  const [assignmentId] = await startGrants(context, grant.groupId, [grant])
  return { assignmentId: assignmentId! }
}

/** @returns assignment IDs in the order of the grants */
export async function startGrants(
  { db, jobs }: { db: Db; jobs: Jobs },
  groupId: string,
  grants: Omit<NewGrant, 'groupId'>[],
): Promise<string[]> {
  const group = await db
    .selectFrom('access_groups as g')
    .leftJoin('accounts as a', 'a.id', 'g.account_id')
    .leftJoin('sandboxes as s', 's.id', 'g.sandbox_id')
    .select(['g.name', 'g.status', 'g.account_id', 'g.sandbox_id', isOpenForMembers.as('takesPeople')])
    .where('g.id', '=', groupId)
    .forUpdate('g')
    .executeTakeFirstOrThrow()
  if (group.status !== 'ready' || !group.takesPeople) throw new Failure('conflict', `${group.name} can no longer be requested.`)
  const rows = grants.map((grant) => grantRow(groupId, grant))
  if (rows.length === 0) return []
  await db.insertInto('group_assignments').values(rows).execute()
  await startGrantRuns(
    { db, jobs },
    rows.filter(({ status }) => status === 'granting').map(({ id }) => id),
  )
  await publishChange(db, owningResource(group))
  return rows.map(({ id }) => id)
}

function grantRow(groupId: string, grant: Omit<NewGrant, 'groupId'>) {
  const { durationHours = null, now } = grant
  const isScheduled = grant.startsAt !== undefined && grant.startsAt > now
  const startsAt = isScheduled ? grant.startsAt! : now
  return {
    id: uuidv7(),
    group_id: groupId,
    person_id: grant.personId,
    via: grant.via,
    request_id: grant.requestId ?? null,
    granted_by: grant.grantedBy ?? null,
    reason: grant.reason ?? null,
    starts_at: startsAt,
    ends_at: durationHours === null ? (grant.endsAt ?? null) : new Date(startsAt.getTime() + durationHours * 3_600_000),
    duration_hours: durationHours,
    remind_at: null,
    status: isScheduled ? ('scheduled' as const) : ('granting' as const),
    created_at: now,
    updated_at: now,
  }
}

export async function startGrantRuns({ db, jobs }: { db: Db; jobs: Jobs }, assignmentIds: string[]): Promise<void> {
  if (assignmentIds.length === 0) return
  const grants = await db
    .selectFrom('group_assignments as m')
    .innerJoin('access_groups as g', 'g.id', 'm.group_id')
    .leftJoin('accounts as a', 'a.id', 'g.account_id')
    .leftJoin('sandboxes as s', 's.id', 'g.sandbox_id')
    .leftJoin('access_requests as r', 'r.id', 'm.request_id')
    .select(['m.id as assignmentId', 'm.person_id as personId', 'r.id as requestId', 'r.reference', 'g.id as groupId'])
    .select(['g.name as groupName', 'g.directory_group_id', 'g.account_id', 'g.sandbox_id', owningResourceName.as('homeName')])
    .where('m.id', 'in', assignmentIds)
    .execute()
  for (const { requestId, directory_group_id, account_id, sandbox_id, ...names } of grants) {
    const resource = owningResource({ account_id, sandbox_id })
    const input: GrantInput = { ...names, directoryGroupId: directory_group_id!, home: resource }
    const subject = requestId ? { kind: requestKindOf(resource), id: requestId } : { kind: 'groupAssignment', id: names.assignmentId }
    await startRun({ db, jobs }, grantAccess, subject, { ...input })
  }
}
