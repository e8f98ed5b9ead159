import { randomUUIDv7 } from 'node:crypto'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../http/errors.ts'
import { announce } from '../../../jobs/changes.ts'
import type { Jobs } from '../../../jobs/jobs.ts'
import { startRun } from '../../../jobs/startRun.ts'
import { accessRequestKind } from '../submit.ts'
import { type GrantInput, grantAccess } from './grantAccess.ts'

export interface NewGrant {
  groupId: string
  personId: string
  via: 'request' | 'admin' | 'adopted'
  /** With `via: 'request'`, and only then. */
  requestId?: string
  grantedBy?: string
  reason?: string
  /** In the future: it begins then by itself. */
  startsAt?: Date
  /** How long from when the person is in; or `endsAt`, a time that stands; neither: for good. */
  durationHours?: number | null
  endsAt?: Date | null
  now: Date
}

/**
 * Writes a grant and begins to carry it out, in the caller's transaction: the one place where anybody is let into a group.
 * Who may give what to whom has been decided by then. @throws conflict when the group cannot be had
 */
export async function startGrant({ db, jobs }: { db: Db; jobs: Jobs }, grant: NewGrant): Promise<{ assignmentId: string }> {
  const { groupId, personId, via, durationHours = null, now } = grant
  const group = await db
    .selectFrom('access_groups as g')
    .innerJoin('accounts as a', 'a.id', 'g.account_id')
    .select(['g.name', 'g.status', 'a.id as accountId', 'a.status as accountStatus'])
    .where('g.id', '=', groupId)
    .forUpdate('g')
    .executeTakeFirstOrThrow()
  if (group.status !== 'ready' || group.accountStatus !== 'active') throw new Failure('conflict', `${group.name} cannot be had any more.`)
  const scheduled = grant.startsAt !== undefined && grant.startsAt > now
  const startsAt = scheduled ? grant.startsAt! : now
  const endsAt = durationHours === null ? (grant.endsAt ?? null) : new Date(startsAt.getTime() + durationHours * 3_600_000)
  const id = randomUUIDv7()
  await db
    .insertInto('group_assignments')
    .values({
      id,
      group_id: groupId,
      person_id: personId,
      via,
      request_id: grant.requestId ?? null,
      granted_by: grant.grantedBy ?? null,
      reason: grant.reason ?? null,
      starts_at: startsAt,
      ends_at: endsAt,
      duration_hours: durationHours,
      status: scheduled ? 'scheduled' : 'granting',
      created_at: now,
      updated_at: now,
    })
    .execute()
  if (!scheduled) await carryOutGrants({ db, jobs }, [id])
  await announce(db, { kind: 'account', id: group.accountId })
  return { assignmentId: id }
}

/** Begins the runs of grants that are marked `granting`. */
export async function carryOutGrants({ db, jobs }: { db: Db; jobs: Jobs }, assignmentIds: string[]): Promise<void> {
  const grants = await db
    .selectFrom('group_assignments as m')
    .innerJoin('access_groups as g', 'g.id', 'm.group_id')
    .innerJoin('accounts as a', 'a.id', 'g.account_id')
    .leftJoin('access_requests as r', 'r.id', 'm.request_id')
    .select(['m.id as assignmentId', 'm.person_id as personId', 'r.id as requestId', 'r.reference', 'g.id as groupId'])
    .select(['g.name as groupName', 'g.directory_group_id', 'a.id as accountId', 'a.name as accountName'])
    .where('m.id', 'in', assignmentIds)
    .execute()
  for (const { requestId, directory_group_id, ...names } of grants) {
    const input: GrantInput = { ...names, directoryGroupId: directory_group_id! }
    const subject = requestId ? { kind: accessRequestKind, id: requestId } : { kind: 'groupAssignment', id: names.assignmentId }
    await startRun({ db, jobs }, grantAccess, subject, { ...input })
  }
}
