import { seededRandom } from '../../sample/seededRandom.ts'
import type { SimResource } from '../arm/resource.ts'

type VaultAccess = 'open' | 'firewall' | 'noRole'

export function vaultAccessOf(vault: Pick<SimResource, 'name'>): VaultAccess {
  const generated = seededRandom(`openness/${vault.name.toLowerCase()}`).int(1, 12)
  return generated === 1 ? 'firewall' : generated === 2 ? 'noRole' : 'open'
}
