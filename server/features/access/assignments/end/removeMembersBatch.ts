import type { Clients } from '../../../../clients/clients.ts'
import { OutsideError } from '../../../../clients/outsideError.ts'
import type { Db } from '../../../../db/database.ts'
import { justifiedAmong, requireAgreement } from '../directoryMembership.ts'
import type { Revoke } from './revokes.ts'

/** Ids of assignments, by the state of their removal. */
export interface RevokeProgress extends Record<string, unknown> {
  may: string[]
  has: string[]
}

export interface BatchResult {
  /** Confirmed by the directory, or kept because another grant justifies the membership. */
  removed: Revoke[]
  /** Sent, but the directory still lists the member. */
  unconfirmed: Revoke[]
  failing: Revoke[]
  /** The delay that the directory requested; undefined unless it requested one for every membership. */
  retryAfterMs: number | undefined
  /** The directory rejected these removals, so a person has to check them. */
  separate: Revoke[]
}

/**
 * Removes many memberships in few calls, with the same steps as `membershipSteps(false)` for one membership. An error for one membership
 * doesn’t affect the others.
 * @throws OutsideError if the directory doesn’t respond at all
 */
export async function removeMembersBatch(
  { db, clients }: { db: Db; clients: Clients },
  openRevokes: Revoke[],
  progress: RevokeProgress,
  saveProgress: (progress: RevokeProgress) => Promise<void>,
): Promise<BatchResult> {
  const problems = new Map<string, OutsideError>()
  const [attemptedIds, confirmedIds] = [new Set(progress.may), new Set(progress.has)]
  const before = await justifiedAmong(db, openRevokes)
  const membersBefore = await readMembers(
    clients,
    openRevokes.filter((each) => !before.has(each) && confirmedIds.has(each.assignmentId)),
  )
  const alreadyRemoved = new Set(openRevokes.filter((each) => membersBefore.get(each.directoryGroupId)?.lacks(each.personId)))
  const revokesToSend = openRevokes.filter((each) => !before.has(each) && !alreadyRemoved.has(each))
  for (const { assignmentId } of revokesToSend) attemptedIds.add(assignmentId)
  // The checkpoint is saved before the write, because an interrupted attempt might have changed the directory already.
  if (attemptedIds.size > progress.may.length) await saveProgress({ may: [...attemptedIds], has: [...confirmedIds] })
  const answers = await clients.graph.removeGroupMembers(
    revokesToSend.map((each) => ({ groupId: each.directoryGroupId, id: each.personId })),
  )
  for (const [index, each] of revokesToSend.entries()) {
    if (answers[index]) problems.set(each.assignmentId, answers[index])
    else confirmedIds.add(each.assignmentId)
  }

  const after = await justifiedAmong(db, openRevokes)
  for (const each of openRevokes) {
    if (!after.has(each) || !attemptedIds.has(each.assignmentId)) continue
    problems.delete(each.assignmentId)
    await requireAgreement({ db, clients }, each).catch((error: unknown) => {
      if (!(error instanceof OutsideError)) throw error
      problems.set(each.assignmentId, error)
    })
  }
  const removals = revokesToSend.filter((each) => !after.has(each) && !problems.has(each.assignmentId))
  const membersAfterRemoval = await readMembers(clients, removals)
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
  problem: OutsideError | undefined
  lacks(personId: string): boolean
}

/** Reads the members of the groups, by directory id. A group that was deleted has no members. */
async function readMembers({ graph }: Clients, revokes: Revoke[]): Promise<Map<string, GroupMembers>> {
  const ids = [...new Set(revokes.map((each) => each.directoryGroupId))]
  const memberLists = ids.length === 0 ? [] : await graph.membersOfEachGroup(ids, { atOnce: true })
  return new Map(
    memberLists.map((members, index): [string, GroupMembers] => {
      if (members instanceof OutsideError) return [ids[index]!, { problem: members, lacks: () => false }]
      const memberIds = new Set(members === 'missing' ? [] : members.map(({ id }) => id.toLowerCase()))
      return [ids[index]!, { problem: undefined, lacks: (personId: string) => !memberIds.has(personId) }]
    }),
  )
}
