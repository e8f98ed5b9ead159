import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { withdrawEndedRequests } from '../../../../approvals/withdrawEndedRequests.ts'
import type { Db } from '../../../../db/database.ts'
import { publishChange } from '../../../../workflows/changes.ts'
import type { Jobs } from '../../../../workflows/jobs.ts'
import { startRun } from '../../../../workflows/startRun.ts'
import { owningResource } from '../../../accounts/accounts/owningResource.ts'
import { auditEnding, liveStatuses, markRevoking } from '../../../accounts/groups/remove/markRevoking.ts'
import { loadRevocations } from './revocations.ts'
import { type RevokeInput, revokeAccess } from './revokeAccess.ts'
import { maxBatch, type RevokeBatchInput, revokeBatch } from './revokeBatch.ts'

interface RevokeRequest {
  assignmentIds: string[]
  as: RevokeInput['as']
  now: Date
  by?: { id: string; displayName: string } | undefined
  reason?: string | undefined
}

/**
 * Starts to end assignments in the caller’s transaction. All revocations use this function. Assignments that have ended or are ending stay
 * as they are.
 * @returns the IDs of the assignments that this call ended
 */
export async function startRevoke(
  { db, jobs }: { db: Db; jobs: Jobs },
  { assignmentIds, as, now, by, reason }: RevokeRequest,
): Promise<string[]> {
  if (assignmentIds.length === 0) return []
  const ids = sql<boolean>`id = any (${assignmentIds}::uuid[])`
  // A fixed order prevents a deadlock between two callers with the same assignments.
  await db.selectFrom('group_assignments').select('id').where(ids).orderBy('id').forUpdate().execute()
  const markedAssignments = await markRevoking(db, ids, now)
  if (markedAssignments.length === 0) return []
  const peopleAndGroups = {
    requester_id: [...new Set(markedAssignments.map(({ person_id }) => person_id))],
    group_id: [...new Set(markedAssignments.map(({ group_id }) => group_id))],
  }
  await withdrawEndedRequests(db, peopleAndGroups, now)
  if (!by)
    await auditEnding(
      db,
      markedAssignments,
      as === 'expired' ? 'accessExpired' : 'accessWithdrawn',
      reason ?? (as === 'expired' ? 'The access expired.' : 'The last reason for the access has ended.'),
    )
  const revokes = await loadRevocations(
    db,
    markedAssignments.map(({ id }) => id),
  )
  if (by) {
    for (const revoke of revokes) {
      const input: RevokeInput = { ...revoke, as, by }
      await startRun({ db, jobs }, revokeAccess, { kind: 'groupAssignment', id: revoke.assignmentId }, { ...input })
    }
  } else
    for (let from = 0; from < revokes.length; from += maxBatch) {
      const input: RevokeBatchInput = { assignmentIds: revokes.slice(from, from + maxBatch).map(({ assignmentId }) => assignmentId), as }
      await startRun({ db, jobs }, revokeBatch(jobs), { kind: 'groupAssignment', id: input.assignmentIds[0]! }, { ...input })
    }
  const resources = await db
    .selectFrom('group_assignments as m')
    .innerJoin('access_groups as g', 'g.id', 'm.group_id')
    .select(['g.account_id', 'g.sandbox_id'])
    .distinct()
    .where(sql<boolean>`m.id = any (${markedAssignments.map(({ id }) => id)}::uuid[])`)
    .execute()
  for (const resource of resources) await publishChange(db, owningResource(resource))
  return markedAssignments.map(({ id }) => id)
}

/**
 * Removes a person from a group by ending every live grant. A membership without a record is first recorded as adopted, so that its end can
 * be recorded too.
 * @returns the assignments that this call ended
 */
export async function revokeMembership(
  { db, jobs }: { db: Db; jobs: Jobs },
  { groupId, personId, now, by, reason }: { groupId: string; personId: string; now: Date } & Pick<RevokeRequest, 'by' | 'reason'>,
): Promise<string[]> {
  await db.selectFrom('access_groups').select('id').where('id', '=', groupId).forUpdate().execute()
  const grants = await db
    .selectFrom('group_assignments')
    .select('id')
    .where('group_id', '=', groupId)
    .where('person_id', '=', personId)
    .where('status', 'in', [...liveStatuses, 'revoking'])
    .execute()
  const ids = grants.map(({ id }) => id)
  if (ids.length === 0) {
    const id = uuidv7()
    await db
      .insertInto('group_assignments')
      .values({
        id,
        group_id: groupId,
        person_id: personId,
        via: 'adopted',
        status: 'active',
        starts_at: now,
        ends_at: null,
        created_at: now,
        updated_at: now,
      })
      .execute()
    ids.push(id)
  }
  return startRevoke({ db, jobs }, { assignmentIds: ids, as: 'revoked', now, by, reason })
}
