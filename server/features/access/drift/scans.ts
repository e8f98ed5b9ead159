import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Clients } from '../../../clients/clients.ts'
import { ExternalError } from '../../../clients/externalError.ts'
import type { Db } from '../../../db/database.ts'
import { hasNewDifferences, keyOf, type MemberScan, type OpenDifference, scanOf } from './compare.ts'
import { type AccessRecord, loadRecord } from './record.ts'

interface ScannedGroup {
  id: string
  account_id: string
  directory_group_id: string
  needsBaseline: boolean
}
type ScanResult = { first: MemberScan; second: MemberScan | undefined } | { problem: string }
export interface Scans {
  groups: ScannedGroup[]
  before: AccessRecord
  seen: Map<string, ScanResult>
}

/** After this delay, a different replica of the directory can respond to the second scan. */
const secondScanDelayMs = 300
const maxGroups = 200

/**
 * Matches a group `g` with its scan `l` that is older than drift detection and was never scanned. Groups that Slipway created need no
 * baseline, because they start empty.
 */
export const needsBaseline = sql<boolean>`l.baseline_at is null and (l.group_id is not null or g.created_by is null)`

export function comparableGroups(db: Db, accountIds: string[]): Promise<ScannedGroup[]> {
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
 * Reads the members of each group from the directory, and reads them again if they differ from the record. Nothing is stored, and a group
 * that can’t be read doesn’t affect the others.
 * @throws ExternalError if the directory doesn’t respond at all
 */
export async function scanGroups(
  { db, clients, now }: { db: Db; clients: Clients; now: () => Date },
  groups: ScannedGroup[],
  signal?: AbortSignal,
): Promise<Scans> {
  const ids = groups.map(({ id }) => id)
  const before = await loadRecord(db, ids, now())
  const [openDifferences, knownIds] = await Promise.all([loadOpen(db, ids), loadKnown(db, ids)])
  const scanResults = new Map<string, ScanResult>()
  const changedGroups: ScannedGroup[] = []
  for (const [group, memberScan] of await fetchMembers(clients, groups)) {
    if (memberScan instanceof ExternalError) {
      scanResults.set(group.id, { problem: memberScan.message })
      continue
    }
    scanResults.set(group.id, { first: memberScan, second: undefined })
    if (group.needsBaseline && memberScan !== 'missing') continue
    if (hasNewDifferences(memberScan, before.get(group.id)!, openDifferences.get(group.id) ?? [], knownIds.get(group.id) ?? new Set()))
      changedGroups.push(group)
  }
  if (changedGroups.length === 0) return { groups, before, seen: scanResults }
  await setTimeout(secondScanDelayMs, undefined, { signal })
  for (const [group, memberScan] of await fetchMembers(clients, changedGroups)) {
    const firstScan = scanResults.get(group.id)!
    if (memberScan instanceof ExternalError || 'problem' in firstScan)
      scanResults.set(group.id, { problem: memberScan instanceof ExternalError ? memberScan.message : 'The group couldn’t be read.' })
    else scanResults.set(group.id, { first: firstScan.first, second: memberScan })
  }
  return { groups, before, seen: scanResults }
}

async function fetchMembers({ graph }: Clients, groups: ScannedGroup[]): Promise<[ScannedGroup, MemberScan | ExternalError][]> {
  const memberLists = await graph.membersOfEachGroup(groups.map((group) => group.directory_group_id))
  return memberLists.map((memberScan, index) => [groups[index]!, memberScan instanceof ExternalError ? memberScan : scanOf(memberScan)])
}

export async function loadOpen(db: Db, groupIds: string[]): Promise<Map<string, OpenDifference[]>> {
  if (groupIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('access_differences')
    .select(['id', 'group_id', 'kind', 'member_id'])
    .where('group_id', 'in', groupIds)
    .where('status', '=', 'open')
    .execute()
  const openDifferences = rows.map(({ id, group_id, kind, member_id }) => ({
    id,
    group_id,
    memberId: member_id,
    key: keyOf(kind, member_id),
  }))
  return Map.groupBy(openDifferences, (each) => each.group_id)
}

/** Reads the adopted members that are not people, by group. */
export async function loadKnown(db: Db, groupIds: string[]): Promise<Map<string, Set<string>>> {
  if (groupIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('access_differences')
    .select(['group_id', 'member_id'])
    .where('group_id', 'in', groupIds)
    .where('status', '=', 'adopted')
    .where('person_id', 'is', null)
    .execute()
  const byGroup = Map.groupBy(rows, (row) => row.group_id)
  return new Map([...byGroup].map(([id, rowsOfGroup]) => [id, new Set(rowsOfGroup.map((row) => row.member_id!))]))
}
