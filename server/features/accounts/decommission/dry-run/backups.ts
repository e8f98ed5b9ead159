import type { Clients } from '../../../../clients/clients.ts'
import { lastOf } from './connections.ts'

const maxNames = 20

export async function fetchBackups({ arm }: Pick<Clients, 'arm'>, subscriptionId: string) {
  const vaults = await arm.listBackupVaults(subscriptionId)
  const items = vaults.flatMap((vault) => vault.items)
  return {
    ids: items.map(({ id }) => id.toLowerCase()).sort(),
    vaults: vaults.length,
    items: items.length,
    names: items
      .map(({ id, properties }) => properties.friendlyName ?? lastOf(id))
      .sort((a, b) => a.localeCompare(b))
      .slice(0, maxNames),
    immutable: vaults.filter((vault) => vault.immutable && vault.items.length > 0).map(({ name }) => name),
  }
}
