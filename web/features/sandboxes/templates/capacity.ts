import type { SandboxHost } from '../sandboxes/types.ts'

export interface CapacityTotals {
  used: number
  free: number
  coolingDown: number
  quarantined: number
  total: number
}

/** A host that doesn’t accept new sandboxes counts only with its current sandboxes. */
export function totalCapacity(hosts: readonly Pick<SandboxHost, 'capacity' | 'used' | 'status'>[]): CapacityTotals {
  const sum: CapacityTotals = { used: 0, free: 0, coolingDown: 0, quarantined: 0, total: 0 }
  for (const { capacity, used, status } of hosts) {
    const remainingCapacity = Math.max(0, capacity - used)
    // The sandboxes on a quarantined host couldn’t be removed, so its whole capacity is unusable.
    if (status === 'quarantined') sum.quarantined += capacity
    else sum.used += used
    if (status === 'available') sum.free += remainingCapacity
    if (status === 'coolingDown') sum.coolingDown += remainingCapacity
  }
  sum.total = sum.used + sum.free + sum.coolingDown + sum.quarantined
  return sum
}
