import type { RestoreDifference } from '../../../../db/tables.ts'
import { differencesOf } from '../../../access/drift/compare.ts'
import { comparableGroups, loadKnown, scanGroups } from '../../../access/drift/scans.ts'
import type { CompareContext } from './compareContext.ts'

/** Limits the accounts whose members are in memory together. */
const accountsPerBatch = 40

/** Compares the members of access groups with the recorded access, as the drift scan does, without storing anything. */
export async function compareMemberships({ db, clients, now, signal }: CompareContext): Promise<RestoreDifference[]> {
  const accounts = await db
    .selectFrom('accounts as a')
    .select('a.id')
    .where('a.status', '=', 'active')
    .where((eb) =>
      eb.exists(eb.selectFrom('access_groups as g').select('g.id').whereRef('g.account_id', '=', 'a.id').where('g.status', '=', 'ready')),
    )
    .orderBy('a.id')
    .execute()
  const differences: RestoreDifference[] = []
  for (let from = 0; from < accounts.length; from += accountsPerBatch) {
    signal.throwIfAborted()
    const ids = accounts.slice(from, from + accountsPerBatch).map(({ id }) => id)
    differences.push(...(await compareAccounts({ db, clients, now, signal }, ids)))
  }
  return differences
}

async function compareAccounts(
  { db, clients, now, signal }: Omit<CompareContext, 'config'>,
  accountIds: string[],
): Promise<RestoreDifference[]> {
  const groups = await comparableGroups(db, accountIds)
  const { before, seen } = await scanGroups({ db, clients, now }, groups, signal)
  const ids = groups.map(({ id }) => id)
  const known = await loadKnown(db, ids)
  const names = new Map(
    (await db.selectFrom('access_groups').select(['id', 'name']).where('id', 'in', ids).execute()).map(({ id, name }) => [id, name]),
  )
  return groups.flatMap(({ id: groupId, directory_group_id: id, needsBaseline }): RestoreDifference[] => {
    const scan = seen.get(groupId)!
    const groupName = names.get(groupId)!
    if ('problem' in scan)
      return [{ kind: 'membership', side: 'unread', id, name: groupName, detail: `The members couldn’t be read: ${scan.problem}` }]
    // The first scan after the acceptance records the members of a group without a baseline.
    if (needsBaseline && scan.first !== 'missing') return []
    const found = differencesOf(scan.second ?? scan.first, before.get(groupId)!, known.get(groupId) ?? new Set())
    return [...found.values()].map(({ kind, member }) => {
      if (kind === 'groupMissing')
        return { kind: 'group', side: 'inside', id, name: groupName, detail: 'The directory doesn’t have this group.' }
      const side = kind === 'added' ? 'outside' : 'inside'
      const detail = side === 'outside' ? 'A member without recorded access.' : 'Recorded access without membership.'
      return { kind: 'membership', side, id, name: `${member!.name} in ${groupName}`, detail }
    })
  })
}
