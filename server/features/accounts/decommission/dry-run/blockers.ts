import type { Blocker } from '../schemas.ts'
import type { fetchBackups } from './backups.ts'
import type { fetchConnections } from './connections.ts'
import type { fetchLocks } from './locks.ts'
import type { DryRunPart } from './withTimeout.ts'

type ResultOf<F extends (...parameters: never[]) => Promise<unknown>> = DryRunPart<Awaited<ReturnType<F>>>

interface DryRunFacts {
  resources: DryRunPart<unknown>
  access: DryRunPart<unknown>
  locks: ResultOf<typeof fetchLocks>
  connections: ResultOf<typeof fetchConnections>
  backups: ResultOf<typeof fetchBackups>
}

export const lockLevelLabels = { ReadOnly: 'read only', CanNotDelete: 'can’t be deleted' } as const

export const describeLock = ({ name, level, notes }: { name: string; level: string; notes: string | null }): string =>
  `is locked by “${name}” (${lockLevelLabels[level === 'ReadOnly' ? 'ReadOnly' : 'CanNotDelete']})${notes ? `: ${notes}` : '.'}`

export const factLabels: Record<keyof DryRunFacts, string> = {
  resources: 'the resources',
  access: 'the access',
  locks: 'the locks',
  connections: 'the network connections',
  backups: 'the backups',
}

export function blockersOf(dryRunFacts: DryRunFacts): Blocker[] {
  const blockers: Blocker[] = []
  for (const lock of dryRunFacts.locks.found ?? [])
    blockers.push({
      kind: 'lock',
      description: `${lock.scope} ${describeLock(lock)}`,
      remedy: 'Remove the lock under Locks in the Azure portal, then repeat the dry run.',
    })
  for (const { account, hub, network, remoteName } of dryRunFacts.connections.found ?? [])
    if (!hub && account?.environment === 'production')
      blockers.push({
        kind: 'peering',
        description: `The production account ${account.name} is connected to ${network} (from ${remoteName}).`,
        remedy: `Ask the owners of ${account.name} to remove the peering, then repeat the dry run.`,
      })
  for (const vault of dryRunFacts.backups.found?.immutable ?? [])
    blockers.push({
      kind: 'backup',
      description: `The vault ${vault} is immutable: its backups can’t be deleted before their retention ends.`,
      remedy: 'Ask the platform team when the retention ends, and decommission the account after that.',
    })
  for (const [name, part] of Object.entries(dryRunFacts) as [keyof DryRunFacts, DryRunPart<unknown>][])
    if (part.problem !== null)
      blockers.push({
        kind: 'unknown',
        description: `Couldn’t check ${factLabels[name]}: ${part.problem}`,
        remedy: 'Repeat the dry run in a few minutes. Slipway deletes only what it can check.',
      })
  return blockers
}
