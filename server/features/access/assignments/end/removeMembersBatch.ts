import type { Clients } from '../../../../clients/clients.ts'
import { OutsideError } from '../../../../clients/outsideError.ts'
import type { Db } from '../../../../db/database.ts'
import { agree, justifiedAmong } from '../directoryMembership.ts'
import type { Revoke } from './revokes.ts'

/** Assignment ids, by whether the directory confirmed the removal or possibly received it. */
export interface RevokeProgress extends Record<string, unknown> {
  may: string[]
  has: string[]
}

export interface BatchResult {
  /** Confirmed by the directory, or kept because another grant justifies the membership. */
  out: Revoke[]
  /** Sent, but the directory still shows the membership. */
  late: Revoke[]
  failing: Revoke[]
  /** The delay that the directory asked for, if it did so for all of them. */
  retryAfterMs: number | undefined
  /** Rejected by the directory, so a person has to check them. */
  alone: Revoke[]
}

/**
 * Removes many memberships in few calls, as `membershipSteps(false)` does for one. An error for one membership doesn’t affect the others.
 * @throws OutsideError when the directory doesn’t answer at all
 */
export async function removeMembersBatch(
  { db, clients }: { db: Db; clients: Clients },
  open: Revoke[],
  progress: RevokeProgress,
  remember: (progress: RevokeProgress) => Promise<void>,
): Promise<BatchResult> {
  const problems = new Map<string, OutsideError>()
  const [may, has] = [new Set(progress.may), new Set(progress.has)]
  const before = await justifiedAmong(db, open)
  const seen = await readMembers(
    clients,
    open.filter((each) => !before.has(each) && has.has(each.assignmentId)),
  )
  const outAlready = new Set(open.filter((each) => seen.get(each.directoryGroupId)?.lacks(each.personId)))
  const going = open.filter((each) => !before.has(each) && !outAlready.has(each))
  for (const { assignmentId } of going) may.add(assignmentId)
  // The checkpoint precedes the write, because an interrupted attempt might have written already.
  if (may.size > progress.may.length) await remember({ may: [...may], has: [...has] })
  const answers = await clients.graph.removeGroupMembers(going.map((each) => ({ groupId: each.directoryGroupId, id: each.personId })))
  for (const [index, each] of going.entries()) {
    if (answers[index]) problems.set(each.assignmentId, answers[index])
    else has.add(each.assignmentId)
  }

  const after = await justifiedAmong(db, open)
  for (const each of open) {
    if (!after.has(each) || !may.has(each.assignmentId)) continue
    problems.delete(each.assignmentId)
    await agree({ db, clients }, each).catch((error: unknown) => {
      if (!(error instanceof OutsideError)) throw error
      problems.set(each.assignmentId, error)
    })
  }
  const asked = going.filter((each) => !after.has(each) && !problems.has(each.assignmentId))
  const confirmed = await readMembers(clients, asked)
  const left: BatchResult = { out: [], late: [], failing: [], retryAfterMs: undefined, alone: [] }
  const waits: (number | undefined)[] = []
  for (const each of open) {
    const shown = asked.includes(each) ? confirmed.get(each.directoryGroupId) : undefined
    const problem = problems.get(each.assignmentId) ?? shown?.problem
    if (!problem) (shown && !shown.lacks(each.personId) ? left.late : left.out).push(each)
    else if (!problem.retryable) left.alone.push(each)
    else {
      left.failing.push(each)
      waits.push(problem.retryAfterMs)
    }
  }
  if (waits.length > 0 && waits.every((wait) => wait !== undefined)) left.retryAfterMs = Math.min(...waits)
  if (left.late.length + left.failing.length > 0) await remember({ may: [...may], has: [...has] })
  return left
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
      const inside = new Set(members === 'missing' ? [] : members.map(({ id }) => id.toLowerCase()))
      return [ids[index]!, { problem: undefined, lacks: (personId: string) => !inside.has(personId) }]
    }),
  )
}
