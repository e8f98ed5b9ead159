import { seededRandom } from '../../sample/seededRandom.ts'
import type { SimResource } from '../arm/resource.ts'

/** Who gets at the secrets of a vault: Slipway, only networks that are let in, or nobody whom its roles do not name. */
export type Openness = 'open' | 'firewall' | 'noRole'

/** One vault in twelve keeps to its own network, one in twelve has no role for Slipway. */
export function opennessOf(vault: Pick<SimResource, 'name'>): Openness {
  const drawn = seededRandom(`openness/${vault.name.toLowerCase()}`).int(1, 12)
  return drawn === 1 ? 'firewall' : drawn === 2 ? 'noRole' : 'open'
}
