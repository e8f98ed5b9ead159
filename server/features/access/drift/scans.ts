import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Clients } from '../../../clients/clients.ts'
import { OutsideError } from '../../../clients/outsideError.ts'
import type { Db } from '../../../db/database.ts'
import { isNews, keyOf, type MemberScan, type OpenDifference, scanOf } from './compare.ts'
import { type AccessRecord, readRecord } from './record.ts'

export interface ComparedGroup {
  id: string
  account_id: string
  directory_group_id: string
  needsBaseline: boolean
}
export type ScanResult = { first: MemberScan; second: MemberScan | undefined } | { problem: string }
export interface Scans {
  groups: ComparedGroup[]
  before: AccessRecord
  seen: Map<string, ScanResult>
}

/** The delay gives another replica of the directory the chance to answer. */
const pollDelayMs = 300
/** The limit of scanned groups per account. */
const maxGroups = 200

/**
 * The condition on a group `g` with its scan `l`: it is older than drift detection and was never scanned. Groups that Slipway created start
 * empty.
 */
export const needsBaseline = sql<boolean>`l.baseline_at is null and (l.group_id is not null or g.created_by is null)`

export function comparableGroups(db: Db, accountIds: string[]): Promise<ComparedGroup[]> {
  return db
    .selectFrom('access_groups as g')
    .innerJoin('accounts as a', 'a.id', 'g.account_id')
    .leftJoin('access_group_scans as l', 'l.group_id', 'g.id')
    .select(['g.id', 'a.id as account_id', needsBaseline.as('needsBaseline')])
    .select((eb) => eb.ref('g.directory_group_id').$notNull().as('directory_group_id'))
    .where('g.account_id', 'in', accountIds)
    .where('g.status', '=', 'ready')
    .where('a.status', '=', 'active')
    .orderBy('g.account_id')
    .orderBy('g.id')
    .limit(maxGroups * accountIds.length)
    .execute()
}

/**
 * Reads the members of each group from the directory, and again if they differ from the record. Nothing is written, and a group that can’t
 * be read doesn’t affect the others.
 * @throws OutsideError when the directory doesn’t answer at all
 */
export async function lookAt(
  { db, clients, now }: { db: Db; clients: Clients; now: () => Date },
  groups: ComparedGroup[],
  signal?: AbortSignal,
): Promise<Scans> {
  const ids = groups.map(({ id }) => id)
  const before = await readRecord(db, ids, now())
  const [open, known] = await Promise.all([readOpen(db, ids), readKnown(db, ids)])
  const seen = new Map<string, ScanResult>()
  const news: ComparedGroup[] = []
  for (const [group, look] of await read(clients, groups)) {
    if (look instanceof OutsideError) {
      seen.set(group.id, { problem: look.message })
      continue
    }
    seen.set(group.id, { first: look, second: undefined })
    if (group.needsBaseline && look !== 'missing') continue
    if (isNews(look, before.get(group.id)!, open.get(group.id) ?? [], known.get(group.id) ?? new Set())) news.push(group)
  }
  if (news.length === 0) return { groups, before, seen }
  await setTimeout(pollDelayMs, undefined, { signal })
  for (const [group, look] of await read(clients, news)) {
    const first = seen.get(group.id)!
    if (look instanceof OutsideError || 'problem' in first)
      seen.set(group.id, { problem: look instanceof OutsideError ? look.message : 'Not read.' })
    else seen.set(group.id, { first: first.first, second: look })
  }
  return { groups, before, seen }
}

async function read({ graph }: Clients, groups: ComparedGroup[]): Promise<[ComparedGroup, MemberScan | OutsideError][]> {
  const memberLists = await graph.membersOfEachGroup(groups.map((group) => group.directory_group_id))
  return memberLists.map((look, index) => [groups[index]!, look instanceof OutsideError ? look : scanOf(look)])
}

export async function readOpen(db: Db, groupIds: string[]): Promise<Map<string, OpenDifference[]>> {
  if (groupIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('access_differences')
    .select(['id', 'group_id', 'kind', 'member_id'])
    .where('group_id', 'in', groupIds)
    .where('status', '=', 'open')
    .execute()
  const open = rows.map(({ id, group_id, kind, member_id }) => ({ id, group_id, memberId: member_id, key: keyOf(kind, member_id) }))
  return Map.groupBy(open, (each) => each.group_id)
}

/** Reads the adopted members that are not people, by group. */
export async function readKnown(db: Db, groupIds: string[]): Promise<Map<string, Set<string>>> {
  if (groupIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('access_differences')
    .select(['group_id', 'member_id'])
    .where('group_id', 'in', groupIds)
    .where('status', '=', 'adopted')
    .where('person_id', 'is', null)
    .execute()
  const byGroup = Map.groupBy(rows, (row) => row.group_id)
  return new Map([...byGroup].map(([id, some]) => [id, new Set(some.map((row) => row.member_id!))]))
}
