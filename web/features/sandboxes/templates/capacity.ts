import type { SandboxHost } from '../sandboxes/types.ts'

export interface CapacityTotals {
  used: number
  free: number
  resting: number
  quarantined: number
  total: number
}

/** Adds up the capacity of hosts. For a host that doesn’t accept new sandboxes, only the current ones count. */
export function totalCapacity(hosts: readonly Pick<SandboxHost, 'capacity' | 'used' | 'status'>[]): CapacityTotals {
  const sum: CapacityTotals = { used: 0, free: 0, resting: 0, quarantined: 0, total: 0 }
  for (const { capacity, used, status } of hosts) {
    const remainingCapacity = Math.max(0, capacity - used)
    // Sandboxes still on a quarantined host couldn’t be removed.
    if (status === 'quarantined') sum.quarantined += capacity
    else sum.used += used
    if (status === 'available') sum.free += remainingCapacity
    if (status === 'resting') sum.resting += remainingCapacity
  }
  sum.total = sum.used + sum.free + sum.resting + sum.quarantined
  return sum
}
