import { lockedScope } from '../../../../clients/arm/armLocks.ts'
import type { Clients } from '../../../../clients/clients.ts'
import { scopeLabel } from './access.ts'

export async function fetchLocks({ arm }: Pick<Clients, 'arm'>, subscriptionId: string) {
  const locks = await arm.listLocks(subscriptionId)
  return locks
    .map((lock) => ({
      name: lock.name,
      scope: scopeLabel(lockedScope(lock), subscriptionId),
      level: lock.properties.level,
      notes: lock.properties.notes ?? null,
    }))
    .sort((a, b) => a.scope.localeCompare(b.scope) || a.name.localeCompare(b.name))
}
