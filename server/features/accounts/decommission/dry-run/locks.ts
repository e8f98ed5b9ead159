import { lockedScope } from '../../../../clients/arm/armLocks.ts'
import type { Clients } from '../../../../clients/clients.ts'
import { scopeLabel } from './access.ts'

export async function fetchLocks({ arm }: Pick<Clients, 'arm'>, subscriptionId: string) {
  const locks = await arm.listLocks(subscriptionId)
  return locks
    .map((lock) => ({
      name: lock.name,
      on: scopeLabel(lockedScope(lock), subscriptionId),
      level: lock.properties.level,
      notes: lock.properties.notes ?? null,
    }))
    .sort((a, b) => a.on.localeCompare(b.on) || a.name.localeCompare(b.name))
}
