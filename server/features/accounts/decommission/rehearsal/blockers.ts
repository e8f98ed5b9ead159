import type { Blocker } from '../schemas.ts'
import type { Part } from './ask.ts'
import type { askBackups } from './backups.ts'
import type { askConnections } from './connections.ts'
import type { askLocks } from './locks.ts'

type Found<F extends (...given: never[]) => Promise<unknown>> = Part<Awaited<ReturnType<F>>>

/** What must be known before anything may go. */
export interface Vital {
  resources: Part<unknown>
  access: Part<unknown>
  locks: Found<typeof askLocks>
  connections: Found<typeof askConnections>
  backups: Found<typeof askBackups>
}

const called: Record<keyof Vital, string> = {
  resources: 'the resources',
  access: 'who has access',
  locks: 'the locks',
  connections: 'the network connections',
  backups: 'the backups',
}

/** What stands in the way, each with what to do about it. What could not be asked stands in the way too. */
export function blockersOf(vital: Vital): Blocker[] {
  const blockers: Blocker[] = []
  for (const lock of vital.locks.found ?? [])
    blockers.push({
      kind: 'lock',
      what: `${lock.on} is locked by “${lock.name}” (${lock.level === 'ReadOnly' ? 'read only' : 'cannot be deleted'})${lock.notes ? `: ${lock.notes}` : '.'}`,
      whatToDo: 'Make sure that whoever set the lock agrees, have it removed under Locks in the Azure portal, then look again.',
    })
  for (const { account, hub, network, leadsTo } of vital.connections.found ?? [])
    if (!hub && account?.environment === 'production')
      blockers.push({
        kind: 'peering',
        what: `The production account ${account.name} is connected to ${network} (from ${leadsTo}).`,
        whatToDo: `Ask the owners of ${account.name} to move away and remove their peering, then look again.`,
      })
  for (const vault of vital.backups.found?.immutable ?? [])
    blockers.push({
      kind: 'backup',
      what: `The vault ${vault} is immutable: what is backed up in it cannot be deleted before its time.`,
      whatToDo: 'Ask the platform team when its retention ends, and decommission after that.',
    })
  for (const [name, part] of Object.entries(vital) as [keyof Vital, Part<unknown>][])
    if (part.problem !== null)
      blockers.push({
        kind: 'unknown',
        what: `Nobody could say about ${called[name]}: ${part.problem}`,
        whatToDo: 'Look again in a few minutes. Slipway takes nothing down that it cannot see.',
      })
  return blockers
}
