import type { Clients } from '../../../../clients/clients.ts'
import { ExternalError } from '../../../../clients/externalError.ts'
import type { Db } from '../../../../db/database.ts'
import { justifiedAmong, reconcileMembership } from '../directoryMembership.ts'
import type { Revocation } from './revocations.ts'

export interface RevokeProgress extends Record<string, unknown> {
  /** The name is stored in checkpoints. */
  may: string[]
  has: string[]
}

export interface BatchResult {
  /** Confirmed by the directory, or kept because another grant justifies the membership. */
  removed: Revocation[]
  /** Sent, but the directory still lists the member. */
  unconfirmed: Revocation[]
  failing: Revocation[]
  /** The delay that the directory requested; undefined unless it requested one for every membership. */
  retryAfterMs: number | undefined
  /** The directory rejected these removals, so a person has to check them. */
  separate: Revocation[]
}

/**
 * Removes many memberships in few calls, with the same steps as `membershipSteps(false)` for one membership. An error for one membership
 * doesn’t affect the others.
 * @throws ExternalError if the directory doesn’t respond at all
 */
export async function removeMembersBatch(
  { db, clients }: { db: Db; clients: Clients },
  openRevokes: Revocation[],
  progress: RevokeProgress,
  saveProgress: (progress: RevokeProgress) => Promise<void>,
): Promise<BatchResult> {
  const problems = new Map<string, ExternalError>()
  const [attemptedIds, confirmedIds] = [new Set(progress.may), new Set(progress.has)]
  const before = await justifiedAmong(db, openRevokes)
  const membersBefore = await fetchMembers(
    clients,
    openRevokes.filter((each) => !before.has(each) && confirmedIds.has(each.assignmentId)),
  )
  const alreadyRemoved = new Set(openRevokes.filter((each) => membersBefore.get(each.directoryGroupId)?.lacks(each.personId)))
  const revokesToSend = openRevokes.filter((each) => !before.has(each) && !alreadyRemoved.has(each))
  for (const { assignmentId } of revokesToSend) attemptedIds.add(assignmentId)
  // The checkpoint is saved before the write, because an interrupted attempt might have changed the directory already.
  if (attemptedIds.size > progress.may.length) await saveProgress({ may: [...attemptedIds], has: [...confirmedIds] })
  const results = await clients.graph.removeGroupMembers(
    revokesToSend.map((each) => ({ groupId: each.directoryGroupId, id: each.personId })),
  )
  for (const [index, each] of revokesToSend.entries()) {
    if (results[index]) problems.set(each.assignmentId, results[index])
    else confirmedIds.add(each.assignmentId)
  }

  const after = await justifiedAmong(db, openRevokes)
  for (const each of openRevokes) {
    if (!after.has(each) || !attemptedIds.has(each.assignmentId)) continue
    problems.delete(each.assignmentId)
    await reconcileMembership({ db, clients }, each).catch((error: unknown) => {
      if (!(error instanceof ExternalError)) throw error
      problems.set(each.assignmentId, error)
    })
  }
  const removals = revokesToSend.filter((each) => !after.has(each) && !problems.has(each.assignmentId))
  const membersAfterRemoval = await fetchMembers(clients, removals)
  const batchResult: BatchResult = { removed: [], unconfirmed: [], failing: [], retryAfterMs: undefined, separate: [] }
  const delays: (number | undefined)[] = []
  for (const each of openRevokes) {
    const membersAfter = removals.includes(each) ? membersAfterRemoval.get(each.directoryGroupId) : undefined
    const problem = problems.get(each.assignmentId) ?? membersAfter?.problem
    if (!problem) (membersAfter && !membersAfter.lacks(each.personId) ? batchResult.unconfirmed : batchResult.removed).push(each)
    else if (!problem.retryable) batchResult.separate.push(each)
    else {
      batchResult.failing.push(each)
      delays.push(problem.retryAfterMs)
    }
  }
  if (delays.length > 0 && delays.every((wait) => wait !== undefined)) batchResult.retryAfterMs = Math.min(...delays)
  if (batchResult.unconfirmed.length + batchResult.failing.length > 0)
    await saveProgress({ may: [...attemptedIds], has: [...confirmedIds] })
  return batchResult
}

interface GroupMembers {
  problem: ExternalError | undefined
  lacks(personId: string): boolean
}

/** Returns the members by directory group ID. A deleted group has no members. */
async function fetchMembers({ graph }: Clients, revokes: Revocation[]): Promise<Map<string, GroupMembers>> {
  const ids = [...new Set(revokes.map((each) => each.directoryGroupId))]
  const memberLists = ids.length === 0 ? [] : await graph.membersOfEachGroup(ids, { atOnce: true })
  return new Map(
    memberLists.map((members, index): [string, GroupMembers] => {
      if (members instanceof ExternalError) return [ids[index]!, { problem: members, lacks: () => false }]
      const memberIds = new Set(members === 'missing' ? [] : members.map(({ id }) => id.toLowerCase()))
      return [ids[index]!, { problem: undefined, lacks: (personId: string) => !memberIds.has(personId) }]
    }),
  )
}
