import { seededRandom } from '../../sample/seededRandom.ts'
import type { SimResource } from '../arm/resource.ts'

/** A vault's secrets are open to Slipway, limited to networks in its firewall, or closed because Slipway has no role. */
export type Openness = 'open' | 'firewall' | 'noRole'

/** One vault in twelve accepts only its own network, and one in twelve has no role for Slipway. */
export function opennessOf(vault: Pick<SimResource, 'name'>): Openness {
  const drawn = seededRandom(`openness/${vault.name.toLowerCase()}`).int(1, 12)
  return drawn === 1 ? 'firewall' : drawn === 2 ? 'noRole' : 'open'
}
