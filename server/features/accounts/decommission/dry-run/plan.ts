import { createHash } from 'node:crypto'
import { deploymentsOf } from '../../../../clients/argocd/argocdView.ts'
import type { Clients } from '../../../../clients/clients.ts'
import type { Config } from '../../../../config.ts'
import type { Db } from '../../../../db/database.ts'
import type { Account } from '../../accounts/schemas.ts'
import { graceDays, restorableDays } from '../states.ts'
import { fetchAccess } from './access.ts'
import { affectedBy, uncheckedParts } from './affected.ts'
import { fetchBackups } from './backups.ts'
import { blockersOf } from './blockers.ts'
import { fetchConnections } from './connections.ts'
import { fetchIncidents } from './incidents.ts'
import { keysOf } from './keys.ts'
import { fetchLocks } from './locks.ts'
import { fetchResources } from './resources.ts'
import { savingOf } from './saving.ts'
import { type DryRunPart, withTimeout } from './withTimeout.ts'

export async function planDecommission(
  context: { db: Db; config: Config; clients: Clients; now: () => Date },
  account: Account & { subscriptionId: string },
) {
  const { clients } = context
  const now = context.now()
  const { subscriptionId } = account
  const [resources, connections, locks, access, backups, incidents, apps, savingEstimate, keys] = await Promise.all([
    withTimeout(fetchResources(clients, subscriptionId)),
    withTimeout(fetchConnections(context, subscriptionId)),
    withTimeout(fetchLocks(clients, subscriptionId)),
    withTimeout(fetchAccess(context, account.id, subscriptionId)),
    withTimeout(fetchBackups(clients, subscriptionId)),
    withTimeout(fetchIncidents(context, account.id)),
    withTimeout(deploymentsOf(context, account)),
    withTimeout(savingOf(clients, subscriptionId, account.budget, now)),
    keysOf(context.db, account.id, now),
  ])
  // If the deployment tool can't be read, `apps.found` has the last known state, which can be outdated and is left out.
  const deployments = { found: apps.found?.problem === null ? apps.found.apps : null, problem: apps.found?.problem ?? apps.problem }
  const dependencies = { connections, incidents, deployments, keys, storeNumbers: account.storeNumbers }
  return {
    accountId: account.id,
    requestedAt: now.toISOString(),
    fingerprint: fingerprint([
      resources.found?.ids,
      resources.found?.groups.map(({ name }) => name),
      connections.found,
      locks.found,
      access.found?.ids,
      backups.found?.ids,
      incidents.found?.map(({ number }) => number),
      deployments.found?.map(({ name }) => name),
      keys.map(({ prefix }) => prefix),
      account.catalogueItems.map(({ id }) => id),
      account.storeNumbers,
    ]),
    resources: omitKeys(resources, 'ids'),
    connections,
    locks,
    access: omitKeys(access, 'ids'),
    backups: omitKeys(backups, 'ids', 'immutable'),
    incidents,
    deployments,
    keys,
    saving: savingEstimate,
    catalogueItems: account.catalogueItems,
    storeNumbers: account.storeNumbers,
    affected: affectedBy(dependencies),
    unchecked: uncheckedParts(dependencies),
    addressSpaces: account.network?.addressSpaces ?? [],
    blockers: blockersOf({ resources, connections, locks, access, backups }),
    graceDays,
    restorableDays,
  }
}

/** Hashes the facts regardless of the order of lists, because services return the same lists in different orders. */
export function fingerprint(dryRunFacts: readonly unknown[]): string {
  return createHash('sha256')
    .update(JSON.stringify(dryRunFacts.map(withSortedLists)))
    .digest('hex')
    .slice(0, 32)
}

function withSortedLists(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => JSON.stringify(withSortedLists(each))).sort()
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withSortedLists(each)]))
}

function omitKeys<T extends object, K extends keyof T>({ found, problem }: DryRunPart<T>, ...keys: K[]): DryRunPart<Omit<T, K>> {
  if (found === null) return { found, problem }
  return { problem, found: Object.fromEntries(Object.entries(found).filter(([key]) => !keys.includes(key as K))) as Omit<T, K> }
}
