import type { Verdict } from '../../../auth/access.ts'
import type { Clients } from '../../../clients/clients.ts'
import { OutsideError } from '../../../clients/outsideError.ts'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'

/** A copy of the group that is older says nothing about who is on call now. */
const freshForMs = 15 * 60_000
const patienceMs = 4_000

/**
 * Whether the directory has the person in the group of those on call. A directory that does not answer is stood in for by the copy that
 * is taken every minute, as long as that is fresh. @throws outsideFailed when neither says: nobody is let in on a guess
 */
export async function isOnCall(
  { db, clients, now }: { db: Db; clients: Clients; now: () => Date },
  group: { id: string; name: string },
  personId: string,
): Promise<Verdict> {
  const member = await ifItAnswers(clients.graph.groupsOfPerson(personId, [group.id]).then((found) => found.has(group.id.toLowerCase())))
  const known = member ?? (await isInCopy(db, group.id, personId, now()))
  if (known === undefined)
    throw new Failure(
      'outsideFailed',
      'Couldn’t reach the directory, so Slipway can’t check who is on call. No access was granted. Try again in a minute, or call the platform team.',
    )
  return known ? true : `You aren’t on call: you aren’t a member of ${group.name} in the directory.`
}

/** What a service says, or undefined when it is down or too slow for somebody who stands before a fire. */
export async function ifItAnswers<T>(asked: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), patienceMs)
  })
  const answer = asked.catch((error: unknown) => {
    if (error instanceof OutsideError && error.retryable) return undefined
    throw error
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

async function isInCopy(db: Db, groupId: string, personId: string, now: Date): Promise<boolean | undefined> {
  const group = await db.selectFrom('directory_groups').select('checked_at').where('id', '=', groupId).executeTakeFirst()
  if (!group?.checked_at || now.getTime() - group.checked_at.getTime() > freshForMs) return undefined
  const row = await db
    .selectFrom('directory_group_members')
    .select('person_id')
    .where('group_id', '=', groupId)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return row !== undefined
}
