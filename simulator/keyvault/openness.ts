import { seededRandom } from '../../sample/seededRandom.ts'
import type { SimResource } from '../arm/resource.ts'

/** A vault's secrets are open to Slipway, limited to networks in its firewall, or closed because Slipway has no role. */
export type VaultAccess = 'open' | 'firewall' | 'noRole'

/** One vault in twelve accepts only its own network, and one in twelve has no role for Slipway. */
export function vaultAccessOf(vault: Pick<SimResource, 'name'>): VaultAccess {
  const generated = seededRandom(`openness/${vault.name.toLowerCase()}`).int(1, 12)
  return generated === 1 ? 'firewall' : generated === 2 ? 'noRole' : 'open'
}
