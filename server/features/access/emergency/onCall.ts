import type { Verdict } from '../../../auth/access.ts'
import type { Clients } from '../../../clients/clients.ts'
import { ExternalError } from '../../../clients/externalError.ts'
import { withDeadline } from '../../../clients/withDeadline.ts'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'

/** A copy of the group that is older than this can’t show who is on call now. */
const cacheTtlMs = 15 * 60_000
const maxWaitMs = 4_000

export const notOnCall = (group: string) => `You aren’t on call: you aren’t a member of ${group} in the directory.`

/**
 * Checks in the directory whether the person is in the on-call group. If the directory doesn’t respond, a fresh copy of the group is used,
 * which is synced every minute.
 * @throws outsideFailed if there is neither a response nor a fresh copy, because access must not depend on outdated members
 */
export async function isOnCall(
  { db, clients, now }: { db: Db; clients: Clients; now: () => Date },
  group: { id: string; name: string },
  personId: string,
): Promise<Verdict> {
  const isMember = await findOnCall({ db, clients, now }, group.id, personId)
  if (isMember === undefined)
    throw new Failure(
      'outsideFailed',
      'Couldn’t reach the directory, so Slipway can’t check who is on call. No access was granted. Try again in a minute, or call the platform team.',
    )
  return isMember ? true : notOnCall(group.name)
}

/** @returns undefined if there is neither a response nor a fresh copy */
export async function findOnCall(
  { db, clients, now }: { db: Db; clients: Clients; now: () => Date },
  groupId: string,
  personId: string,
): Promise<boolean | undefined> {
  const member = await undefinedOnFailure(
    clients.graph.groupsOfPerson(personId, [groupId]).then((memberGroupIds) => memberGroupIds.has(groupId.toLowerCase())),
  )
  return member ?? isInGroupCopy(db, groupId, personId, now())
}

/** The time limit is short, because a person in an emergency is waiting. */
export function undefinedOnFailure<T>(promise: Promise<T>): Promise<T | undefined> {
  const result = promise.catch((error: unknown) => {
    if (error instanceof ExternalError && error.retryable) return undefined
    throw error
  })
  return withDeadline(maxWaitMs, result)
}

async function isInGroupCopy(db: Db, groupId: string, personId: string, now: Date): Promise<boolean | undefined> {
  const group = await db.selectFrom('directory_groups').select('checked_at').where('id', '=', groupId).executeTakeFirst()
  if (!group?.checked_at || now.getTime() - group.checked_at.getTime() > cacheTtlMs) return undefined
  const row = await db
    .selectFrom('directory_group_members')
    .select('person_id')
    .where('group_id', '=', groupId)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return row !== undefined
}
