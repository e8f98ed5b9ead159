import type { Blocker } from '../schemas.ts'
import type { Part } from './ask.ts'
import type { fetchBackups } from './backups.ts'
import type { fetchConnections } from './connections.ts'
import type { fetchLocks } from './locks.ts'

type ResultOf<F extends (...given: never[]) => Promise<unknown>> = Part<Awaited<ReturnType<F>>>

/** All of this must be known before anything is deleted. */
export interface Vital {
  resources: Part<unknown>
  access: Part<unknown>
  locks: ResultOf<typeof fetchLocks>
  connections: ResultOf<typeof fetchConnections>
  backups: ResultOf<typeof fetchBackups>
}

const called: Record<keyof Vital, string> = {
  resources: 'the resources',
  access: 'the access',
  locks: 'the locks',
  connections: 'the network connections',
  backups: 'the backups',
}

/** Lists what blocks the decommission, each with its fix. What couldn't be read blocks it too. */
export function blockersOf(vital: Vital): Blocker[] {
  const blockers: Blocker[] = []
  for (const lock of vital.locks.found ?? [])
    blockers.push({
      kind: 'lock',
      what: `${lock.on} is locked by “${lock.name}” (${lock.level === 'ReadOnly' ? 'read only' : 'cannot be deleted'})${lock.notes ? `: ${lock.notes}` : '.'}`,
      remedy: 'Have the lock removed under Locks in the Azure portal, then run the dry run again.',
    })
  for (const { account, hub, network, leadsTo } of vital.connections.found ?? [])
    if (!hub && account?.environment === 'production')
      blockers.push({
        kind: 'peering',
        what: `The production account ${account.name} is connected to ${network} (from ${leadsTo}).`,
        remedy: `Ask the owners of ${account.name} to remove their peering, then run the dry run again.`,
      })
  for (const vault of vital.backups.found?.immutable ?? [])
    blockers.push({
      kind: 'backup',
      what: `The vault ${vault} is immutable: its backups can’t be deleted before their retention ends.`,
      remedy: 'Ask the platform team when the retention ends, and decommission after that.',
    })
  for (const [name, part] of Object.entries(vital) as [keyof Vital, Part<unknown>][])
    if (part.problem !== null)
      blockers.push({
        kind: 'unknown',
        what: `Couldn’t check ${called[name]}: ${part.problem}`,
        remedy: 'Run the dry run again in a few minutes. Slipway deletes nothing that it can’t check.',
      })
  return blockers
}
