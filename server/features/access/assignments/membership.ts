import type { Clients } from '../../../clients/clients.ts'
import { withDeadline } from '../../../clients/withDeadline.ts'
import type { Db } from '../../../db/database.ts'
import { conflictsInDirectory } from '../groups/conflicts.ts'

const maxWaitMs = 4_000

/**
 * Checks in the directory, before the transaction, whether the person is already a member, directly or through another group, and which
 * conflicting groups the person is in. A directory that doesn’t respond in time doesn’t block the request, because the grant waits for the
 * directory later.
 */
export async function fetchGroupMembers(directoryContext: { db: Db; clients: Clients }, groupId: string, personId: string) {
  const [isMember, conflicting] = await Promise.all([
    isMemberAlready(directoryContext, groupId, personId),
    conflictsInDirectory(directoryContext, groupId, personId),
  ])
  return { memberAlready: isMember, conflicting }
}

async function isMemberAlready({ db, clients }: { db: Db; clients: Clients }, groupId: string, personId: string): Promise<boolean> {
  const group = await db.selectFrom('access_groups').select('directory_group_id').where('id', '=', groupId).executeTakeFirst()
  if (!group?.directory_group_id) return false
  const membership = await withDeadline(
    maxWaitMs,
    clients.graph.groupsOfPerson(personId, [group.directory_group_id]).catch(() => undefined),
  )
  return membership !== undefined && membership.size > 0
}

export interface ActorGrants {
  /** The membership has no end date or hasn’t started, so no extension can be requested. */
  member: boolean
  extends: { id: string; endsAt: Date } | null
  openRequest: string | null
}

export async function ownFacts(db: Db, groupId: string, personId: string): Promise<ActorGrants> {
  const [grants, request] = await Promise.all([
    db
      .selectFrom('group_assignments')
      .select(['id', 'status', 'ends_at'])
      .where('group_id', '=', groupId)
      .where('person_id', '=', personId)
      .where('status', 'in', ['scheduled', 'granting', 'active'])
      .orderBy('ends_at', 'desc')
      .execute(),
    db
      .selectFrom('access_requests')
      .select('reference')
      .where('group_id', '=', groupId)
      .where('requester_id', '=', personId)
      .where('status', 'in', ['pending_approval', 'changes_requested'])
      .executeTakeFirst(),
  ])
  const lastRow = grants.find(({ status, ends_at }) => status === 'active' && ends_at !== null)
  const extendable = lastRow && !grants.some(({ ends_at }) => ends_at === null) ? { id: lastRow.id, endsAt: lastRow.ends_at! } : null
  return { member: grants.length > 0 && !extendable, extends: extendable, openRequest: request?.reference ?? null }
}

/** Adds memberships that only the directory has. Members whose access ends can still request an extension. */
export function ownMembership(ownGrants: ActorGrants, isMember: boolean): Pick<ActorGrants, 'member' | 'openRequest'> {
  return { member: ownGrants.member || (isMember && !ownGrants.extends), openRequest: ownGrants.openRequest }
}
