import type { DirectMember } from '../../../clients/graph/graphMembers.ts'
import type { DifferenceKind } from '../../../db/tables.ts'
import type { RecordedMember } from './record.ts'

export interface Member {
  id: string
  kind: 'person' | 'group' | 'other'
  name: string
}
export type MemberScan = Map<string, Member> | 'missing'
export interface Difference {
  kind: DifferenceKind
  /** Undefined if the group itself is missing. */
  member?: Member
}
type GroupRecord = ReadonlyMap<string, RecordedMember>

const kinds: Record<string, Member['kind']> = { '#microsoft.graph.user': 'person', '#microsoft.graph.group': 'group' }

export function scanOf(members: DirectMember[] | 'missing'): MemberScan {
  if (members === 'missing') return members
  return new Map(
    members.map((member) => {
      const id = member.id.toLowerCase()
      return [id, { id, kind: kinds[member['@odata.type'] ?? ''] ?? 'other', name: member.displayName ?? member.mail ?? id }]
    }),
  )
}

export const keyOf = (kind: DifferenceKind, memberId?: string | null) => `${kind} ${memberId ?? ''}`

/** @param knownIds IDs of adopted members that are not people */
export function differencesOf(memberScan: MemberScan, record: GroupRecord, knownIds: ReadonlySet<string>): Map<string, Difference> {
  if (memberScan === 'missing') return new Map([[keyOf('groupMissing'), { kind: 'groupMissing' }]])
  const differences = new Map<string, Difference>()
  for (const member of memberScan.values())
    if (!record.get(member.id)?.live && !knownIds.has(member.id)) differences.set(keyOf('added', member.id), { kind: 'added', member })
  for (const { personId, name, active } of record.values())
    if (active && !memberScan.has(personId))
      differences.set(keyOf('removed', personId), { kind: 'removed', member: { id: personId, kind: 'person', name } })
  return differences
}

export interface OpenDifference {
  id: string
  key: string
  memberId: string | null
}
interface ScanPair {
  first: MemberScan
  /** Undefined if the first scan found no change. */
  second: MemberScan | undefined
  /** The record before and after the scans. Members whose record changed in between are left out. */
  before: GroupRecord
  after: GroupRecord
  open: OpenDifference[]
  known: ReadonlySet<string>
}

export function hasNewDifferences(
  memberScan: MemberScan,
  record: GroupRecord,
  openDifferences: { key: string }[],
  knownIds: ReadonlySet<string>,
): boolean {
  const differences = differencesOf(memberScan, record, knownIds)
  const hasMissingMembers = memberScan !== 'missing' && [...knownIds].some((id) => !memberScan.has(id))
  return hasMissingMembers || differences.size !== openDifferences.length || openDifferences.some(({ key }) => !differences.has(key))
}

/**
 * Keeps the differences that both scans and both records agree on. If the record of a member changed meanwhile, or only one scan shows a
 * change, the next scan decides, because replicas of the directory lag behind each other.
 */
export function evaluateScans({ first, second, before, after, open: openDifferences, known: knownIds }: ScanPair): {
  newDifferences: Difference[]
  unchanged: string[]
  resolvedIds: string[]
  departedIds: string[]
} {
  const differences = differencesOf(first, after, knownIds)
  const confirmedDifferences = second === undefined ? differences : differencesOf(second, after, knownIds)
  const isUncertain = (id: string | null | undefined) => {
    if (!id) return false
    const [previousState, currentState] = [before.get(id), after.get(id)]
    return previousState?.mark !== currentState?.mark || previousState?.moving === true || currentState?.moving === true
  }
  const openKeys = new Set(openDifferences.map(({ key }) => key))
  return {
    newDifferences: [...differences].flatMap(([key, difference]) =>
      confirmedDifferences.has(key) && !openKeys.has(key) && second !== undefined && !isUncertain(difference.member?.id)
        ? [difference]
        : [],
    ),
    unchanged: openDifferences.filter(({ key }) => differences.has(key) && confirmedDifferences.has(key)).map(({ id }) => id),
    resolvedIds: openDifferences
      .filter(
        ({ key, memberId }) => !differences.has(key) && !confirmedDifferences.has(key) && second !== undefined && !isUncertain(memberId),
      )
      .map(({ id }) => id),
    departedIds: [...knownIds].filter((id) => first !== 'missing' && second && second !== 'missing' && !first.has(id) && !second.has(id)),
  }
}
