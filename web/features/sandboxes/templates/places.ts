import type { SandboxHost } from '../sandboxes/types.ts'

/** How many places there are of each kind, and how each stands. */
export interface Places {
  used: number
  free: number
  resting: number
  quarantined: number
  total: number
}

/** Adds up the places of some hosts. What is retired takes nothing new: only what still lives in it counts. */
export function placesOf(hosts: readonly Pick<SandboxHost, 'capacity' | 'used' | 'status'>[]): Places {
  const sum: Places = { used: 0, free: 0, resting: 0, quarantined: 0, total: 0 }
  for (const { capacity, used, status } of hosts) {
    const rest = Math.max(0, capacity - used)
    // What lives in a quarantined one is what could not be removed.
    if (status === 'quarantined') sum.quarantined += capacity
    else sum.used += used
    if (status === 'available') sum.free += rest
    if (status === 'resting') sum.resting += rest
  }
  sum.total = sum.used + sum.free + sum.resting + sum.quarantined
  return sum
}
