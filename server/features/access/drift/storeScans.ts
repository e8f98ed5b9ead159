import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { recordSystemEvent } from '../../../audit/recordSystemEvent.ts'
import type { Db } from '../../../db/database.ts'
import { publishChange } from '../../../workflows/changes.ts'
import { knownPeople, recordBaseline } from './baseline.ts'
import { type Difference, evaluateScans } from './compare.ts'
import { driftKind } from './kinds.ts'
import { notifyOwners } from './notifyOwners.ts'
import { loadRecord } from './record.ts'
import { loadKnown, loadOpen, needsBaseline, type Scans } from './scans.ts'

/** An audit event lists at most this many differences, because there can be thousands. */
const maxNamed = 100

interface LockedGroup {
  id: string
  account_id: string
  name: string
  needsBaseline: boolean
}

/**
 * Stores the scans of one account in the caller’s transaction.
 * @returns the number of new differences
 */
export async function storeScans(db: Db, accountId: string, { before, seen, groups }: Scans, now: Date): Promise<number> {
  const lockedGroups = await lockGroups(
    db,
    groups.filter((group) => group.account_id === accountId).map(({ id }) => id),
  )
  const ids = lockedGroups.map(({ id }) => id)
  const record = await loadRecord(db, ids, now)
  const [openDifferences, knownIds] = await Promise.all([loadOpen(db, ids), loadKnown(db, ids)])
  await storeTimes(db, lockedGroups, seen, now)
  const appeared: { group: LockedGroup; difference: Difference }[] = []
  const unchangedIds: string[] = []
  const resolvedIds: string[] = []
  for (const group of lockedGroups) {
    const memberScan = seen.get(group.id)!
    if ('problem' in memberScan) continue
    const after = record.get(group.id)!
    if (group.needsBaseline && memberScan.first !== 'missing') {
      await recordBaseline(db, group, memberScan.first, after, now)
      continue
    }
    const unknownMembers = knownIds.get(group.id) ?? new Set<string>()
    const verdict = evaluateScans({
      ...memberScan,
      before: before.get(group.id)!,
      after,
      open: openDifferences.get(group.id) ?? [],
      known: unknownMembers,
    })
    appeared.push(...verdict.newDifferences.map((difference) => ({ group, difference })))
    unchangedIds.push(...verdict.unchanged)
    resolvedIds.push(...verdict.resolvedIds)
    if (verdict.departedIds.length > 0) await deleteUnknownMembers(db, group.id, verdict.departedIds, now)
  }
  if (unchangedIds.length > 0)
    await db.updateTable('access_differences').set({ last_seen_at: now }).where('id', 'in', unchangedIds).execute()
  if (resolvedIds.length > 0)
    await db
      .updateTable('access_differences')
      .set({ status: 'gone', resolved_at: now, version: sql`version + 1` })
      .where('id', 'in', resolvedIds)
      .execute()
  const firstDifferenceId = await insertDifferences(db, appeared, now)
  if (appeared.length > 0)
    await recordSystemEvent(db, {
      action: 'accessDifferencesFound',
      subject: { kind: 'account', id: accountId },
      after: {
        count: appeared.length,
        found: appeared
          .slice(0, maxNamed)
          .map(({ group, difference: { kind, member } }) => ({ group: group.name, kind, memberId: member?.id ?? null })),
      },
      reason: 'The directory was compared with the recorded access.',
    })
  if (resolvedIds.length > 0)
    await recordSystemEvent(db, {
      action: 'accessDifferencesClosed',
      subject: { kind: 'account', id: accountId },
      after: { count: resolvedIds.length, differences: resolvedIds.slice(0, maxNamed) },
      reason: 'The directory matches the recorded access again.',
    })
  if (firstDifferenceId) await notifyOwners(db, accountId, firstDifferenceId, appeared)
  if (appeared.length > 0 || resolvedIds.length > 0) await publishChange(db, { kind: driftKind, id: accountId })
  return appeared.length
}

/** Locks the groups that can still be scanned, so that their record can’t change before the transaction ends. */
async function lockGroups(db: Db, ids: string[]): Promise<LockedGroup[]> {
  await sql`select id from access_groups where id = any (${ids}::uuid[]) order by id for no key update`.execute(db)
  // The baseline is read after the lock, because the previous holder of the lock might have stored one.
  const { rows } = await sql<LockedGroup>`
    select g.id, g.account_id, g.name, ${needsBaseline} as "needsBaseline"
    from access_groups g join accounts a on a.id = g.account_id left join access_group_scans l on l.group_id = g.id
    where g.id = any (${ids}::uuid[]) and g.status = 'ready' and a.status = 'active' order by g.id`.execute(db)
  return rows
}

/** A group that could not be read still needs its baseline. */
async function storeTimes(db: Db, groups: LockedGroup[], seen: Scans['seen'], now: Date): Promise<void> {
  if (groups.length === 0) return
  const rows = groups.map(({ id, needsBaseline }) => {
    const memberScan = seen.get(id)!
    const [isFound, problem] = 'problem' in memberScan ? [false, memberScan.problem] : [memberScan.first !== 'missing', null]
    const hasBaseline = isFound || !needsBaseline
    return { group_id: id, problem, scanned_at: problem === null ? now : null, baseline_at: hasBaseline ? now : null }
  })
  await db
    .insertInto('access_group_scans')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('group_id').doUpdateSet({
        problem: sql`excluded.problem`,
        scanned_at: sql`coalesce(excluded.scanned_at, access_group_scans.scanned_at)`,
        baseline_at: sql`coalesce(access_group_scans.baseline_at, excluded.baseline_at)`,
      }),
    )
    .execute()
}

async function deleteUnknownMembers(db: Db, groupId: string, memberIds: string[], now: Date): Promise<void> {
  await db
    .updateTable('access_differences')
    .set({ status: 'gone', last_seen_at: now, version: sql`version + 1` })
    .where('group_id', '=', groupId)
    .where('member_id', 'in', memberIds)
    .where('status', '=', 'adopted')
    .where('person_id', 'is', null)
    .execute()
}

async function insertDifferences(
  db: Db,
  appeared: { group: LockedGroup; difference: Difference }[],
  now: Date,
): Promise<string | undefined> {
  if (appeared.length === 0) return undefined
  const people = await knownPeople(
    db,
    appeared.flatMap(({ difference }) => (difference.member?.kind === 'person' ? [difference.member.id] : [])),
  )
  const rows = appeared.map(({ group, difference: { kind, member } }) => ({
    id: uuidv7(),
    account_id: group.account_id,
    group_id: group.id,
    kind,
    member_id: member?.id ?? null,
    member_kind: member?.kind ?? null,
    member_name: member?.name ?? '',
    person_id: member && people.has(member.id) ? member.id : null,
    first_seen_at: now,
    last_seen_at: now,
    resolved_by: null,
    resolved_at: null,
    reason: null,
  }))
  for (let from = 0; from < rows.length; from += 1_000)
    await db
      .insertInto('access_differences')
      .values(rows.slice(from, from + 1_000))
      .execute()
  return rows[0]!.id
}
