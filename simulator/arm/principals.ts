import { slipwayServicePrincipalId } from '../core/constants.ts'
import { findPerson } from '../core/directory.ts'
import type { Simulator } from '../core/simulator.ts'
import { findLiveGroup } from '../graph/groupDirectory.ts'

export type PrincipalType = 'User' | 'Group' | 'ServicePrincipal'

interface Principal {
  id: string
  type: PrincipalType
  displayName: string
  email?: string
}

/** Returns undefined even for a group that was created a moment ago, because the directory replicates with a delay. */
export function findPrincipal(sim: Simulator, id: string): Principal | undefined {
  const person = findPerson(sim, id)
  if (person) return { id: person.id, type: 'User', displayName: person.displayName, email: person.email }
  const group = findLiveGroup(sim, id)
  if (group) return { id: group.id, type: 'Group', displayName: group.displayName }
  return id.toLowerCase() === slipwayServicePrincipalId
    ? { id: slipwayServicePrincipalId, type: 'ServicePrincipal', displayName: 'Slipway' }
    : undefined
}
