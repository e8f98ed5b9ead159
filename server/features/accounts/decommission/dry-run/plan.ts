import { createHash } from 'node:crypto'
import { deploymentsOf } from '../../../../clients/argocd/toolView.ts'
import type { Clients } from '../../../../clients/clients.ts'
import type { Config } from '../../../../config.ts'
import type { Db } from '../../../../db/database.ts'
import type { Account } from '../../accounts/schemas.ts'
import { graceDays, restorableDays } from '../states.ts'
import { fetchAccess } from './access.ts'
import { ask, type Part } from './ask.ts'
import { fetchBackups } from './backups.ts'
import { blockersOf } from './blockers.ts'
import { fetchConnections } from './connections.ts'
import { fetchIncidents } from './incidents.ts'
import { keysOf } from './keys.ts'
import { fetchLocks } from './locks.ts'
import { fetchResources } from './resources.ts'
import { savingOf } from './saving.ts'

/** Computes a dry run without changing anything. All outside reads run concurrently, and each can fail alone. */
export async function planDecommission(
  world: { db: Db; config: Config; clients: Clients; now: () => Date },
  account: Account & { subscriptionId: string },
) {
  const { clients } = world
  const now = world.now()
  const { subscriptionId } = account
  const [resources, connections, locks, access, backups, incidents, apps, saving, keys] = await Promise.all([
    ask(fetchResources(clients, subscriptionId)),
    ask(fetchConnections(world, subscriptionId)),
    ask(fetchLocks(clients, subscriptionId)),
    ask(fetchAccess(world, account.id, subscriptionId)),
    ask(fetchBackups(clients, subscriptionId)),
    ask(fetchIncidents(world, account.id)),
    ask(deploymentsOf(world, account)),
    ask(savingOf(clients, subscriptionId, account.budget, now)),
    keysOf(world.db, account.id, now),
  ])
  // When the deployment tool can't be read, its result holds the problem beside the last known answer.
  const deployments = { found: apps.found?.problem === null ? apps.found.apps : null, problem: apps.found?.problem ?? apps.problem }
  return {
    accountId: account.id,
    requestedAt: now.toISOString(),
    fingerprint: fingerprint([
      resources.found?.ids,
      resources.found?.groups.map(({ name }) => name).sort(),
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
    resources: without(resources, 'ids'),
    connections,
    locks,
    access: without(access, 'ids'),
    backups: without(backups, 'ids', 'immutable'),
    incidents,
    deployments,
    keys,
    saving,
    catalogueItems: account.catalogueItems,
    storeNumbers: account.storeNumbers,
    addressSpaces: account.network?.addressSpaces ?? [],
    blockers: blockersOf({ resources, connections, locks, access, backups }),
    graceDays,
    restorableDays,
  }
}

function fingerprint(picture: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(picture)).digest('hex').slice(0, 32)
}

function without<T extends object, K extends keyof T>({ found, problem }: Part<T>, ...keys: K[]): Part<Omit<T, K>> {
  if (found === null) return { found, problem }
  return { problem, found: Object.fromEntries(Object.entries(found).filter(([key]) => !keys.includes(key as K))) as Omit<T, K> }
}
