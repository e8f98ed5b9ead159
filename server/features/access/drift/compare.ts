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

/** Compares one scan of a group with its record. @param known ids of adopted members that are not people */
export function differencesOf(look: MemberScan, record: GroupRecord, known: ReadonlySet<string>): Map<string, Difference> {
  if (look === 'missing') return new Map([[keyOf('groupMissing'), { kind: 'groupMissing' }]])
  const found = new Map<string, Difference>()
  for (const member of look.values())
    if (!record.get(member.id)?.live && !known.has(member.id)) found.set(keyOf('added', member.id), { kind: 'added', member })
  for (const { personId, name, active } of record.values())
    if (active && !look.has(personId))
      found.set(keyOf('removed', personId), { kind: 'removed', member: { id: personId, kind: 'person', name } })
  return found
}

export interface OpenDifference {
  id: string
  key: string
  memberId: string | null
}
interface ScanPair {
  first: MemberScan
  /** Undefined if the first scan showed no change. */
  second: MemberScan | undefined
  /** Read before and after the scans, to leave out what changed meanwhile. */
  before: GroupRecord
  after: GroupRecord
  open: OpenDifference[]
  known: ReadonlySet<string>
}

/** Tells whether a second scan must confirm the first. */
export function isNews(look: MemberScan, record: GroupRecord, open: { key: string }[], known: ReadonlySet<string>): boolean {
  const found = differencesOf(look, record, known)
  const someLeft = look !== 'missing' && [...known].some((id) => !look.has(id))
  return someLeft || found.size !== open.length || open.some(({ key }) => !found.has(key))
}

/**
 * Keeps what both scans and the record before and after them agree on. A member whose record changed meanwhile waits for the next scan, and
 * so does a change that one scan shows alone, because replicas of the directory lag behind each other.
 */
export function judge({ first, second, before, after, open, known }: ScanPair): {
  appeared: Difference[]
  stillOpen: string[]
  gone: string[]
  left: string[]
} {
  const found = differencesOf(first, after, known)
  const confirmed = second === undefined ? found : differencesOf(second, after, known)
  const unsure = (id: string | null | undefined) => {
    if (!id) return false
    const [was, is] = [before.get(id), after.get(id)]
    return was?.mark !== is?.mark || was?.moving === true || is?.moving === true
  }
  const wasOpen = new Set(open.map(({ key }) => key))
  return {
    appeared: [...found].flatMap(([key, difference]) =>
      confirmed.has(key) && !wasOpen.has(key) && second !== undefined && !unsure(difference.member?.id) ? [difference] : [],
    ),
    stillOpen: open.filter(({ key }) => found.has(key) && confirmed.has(key)).map(({ id }) => id),
    gone: open
      .filter(({ key, memberId }) => !found.has(key) && !confirmed.has(key) && second !== undefined && !unsure(memberId))
      .map(({ id }) => id),
    left: [...known].filter((id) => first !== 'missing' && second && second !== 'missing' && !first.has(id) && !second.has(id)),
  }
}
