import type { SandboxHost } from '../sandboxes/types.ts'

export interface CapacityTotals {
  used: number
  free: number
  coolingDown: number
  quarantined: number
  total: number
}

export type CapacityPart = Exclude<keyof CapacityTotals, 'total'>
export const capacityPartLabels: Record<CapacityPart, string> = {
  used: 'in use',
  free: 'free',
  coolingDown: 'cooling off',
  quarantined: 'quarantined',
}
export const capacityParts = Object.keys(capacityPartLabels) as CapacityPart[]

export function describeCapacity(title: string, totals: CapacityTotals): string {
  const parts = capacityParts.filter((part) => totals[part] > 0)
  return `${title}: ${parts.map((part) => `${totals[part]} ${capacityPartLabels[part]}`).join(', ') || 'no capacity'}`
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
