import type { SampleAccount, SampleGroup } from '../../sample/shapes.ts'
import type { Simulator } from '../core/simulator.ts'
import { lookUpSubscription } from './subscriptionStore.ts'

const groupsOf = new WeakMap<Simulator['company'], Map<string, SampleGroup[]>>()

function groupsByAccount(sim: Simulator): Map<string, SampleGroup[]> {
  const cached = groupsOf.get(sim.company)
  if (cached) return cached
  const grouped = Map.groupBy(
    sim.company.groups.filter((group) => group.accountId !== undefined),
    (group) => group.accountId!,
  )
  groupsOf.set(sim.company, grouped)
  return grouped
}

export function companyGroupsAt(sim: Simulator, key: string): SampleGroup[] {
  const account = accountAt(sim, key)
  return account ? (groupsByAccount(sim).get(account.id) ?? []) : []
}

export function accountAt(sim: Simulator, key: string): SampleAccount | undefined {
  const segments = key.split('/').filter(Boolean)
  return segments.length === 2 && segments[0] === 'subscriptions' ? lookUpSubscription(sim, segments[1]!)?.account : undefined
}
