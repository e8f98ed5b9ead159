import { billingService } from '../../../clients/arm/armBilling.ts'
import { bounds, keyOf } from '../../../clients/watch.ts'
import type { LackedPermission, RateLimit, ServiceCallStats } from '../../../db/tables.ts'
import { channelServices } from '../../../notifications/delivery/channelServices.ts'

export const servicePurposes = {
  Azure: 'Subscriptions, networks, roles and costs in Azure.',
  [billingService]: 'The billing scope of new subscriptions.',
  'Microsoft Graph': 'People and groups in the directory.',
  GitHub: 'The landing-zone repository and its pull requests.',
  'Azure DevOps': 'The landing-zone repository and its pull requests.',
  ServiceNow: 'Incidents and the configuration database.',
  'Argo CD': 'Application deployments.',
  'Azure Monitor': 'Usage of virtual machines in sandboxes.',
  'Key Vault': 'Secrets in the key vaults of accounts.',
  'The Azure price list': 'Hourly prices for sandboxes.',
  'The store directory': 'Stores with their addresses and opening dates.',
  [channelServices.mail]: 'Notifications and daily summaries by email.',
  [channelServices.slack]: 'Notifications in Slack channels.',
  [channelServices.teams]: 'Notifications in Teams channels.',
  [channelServices.webhook]: 'Signed events for external systems.',
} as const satisfies Record<string, string>

export function mergeReplicas(replicas: readonly ServiceCallStats[]): ServiceCallStats {
  const sum = (select: (serviceCounts: ServiceCallStats) => number) =>
    replicas.reduce((total, serviceCounts) => total + select(serviceCounts), 0)
  const latest = (select: (serviceCounts: ServiceCallStats) => string | null) =>
    replicas
      .map(select)
      .filter((time) => time !== null)
      .sort()
      .at(-1) ?? null
  const limits = new Map<string, RateLimit>()
  for (const limit of replicas.flatMap((serviceCounts) => serviceCounts.limits)) {
    const limitByName = limits.get(limit.name)
    if (!limitByName || limitByName.at < limit.at) limits.set(limit.name, limit)
  }
  const missing = new Map<string, LackedPermission>()
  // A check by any replica replaces earlier findings of the other replicas about the permissions that it covers.
  const isSuperseded = ({ name, at }: LackedPermission) =>
    replicas.some(
      ({ permissionsCheckedAt, permissionsChecked = [] }) => (permissionsCheckedAt ?? '') > at && permissionsChecked.includes(name),
    )
  for (const each of replicas.flatMap((serviceCounts) => serviceCounts.missing ?? []))
    if (!isSuperseded(each) && (missing.get(keyOf(each))?.at ?? '') <= each.at) missing.set(keyOf(each), each)
  const errors = replicas.flatMap(({ lastError }) => (lastError ? [lastError] : []))
  return {
    calls: sum(({ calls }) => calls),
    failures: sum(({ failures }) => failures),
    buckets: Array.from({ length: bounds.length + 1 }, (_, bucket) => sum(({ buckets }) => buckets[bucket] ?? 0)),
    lastGoodAt: latest(({ lastGoodAt }) => lastGoodAt),
    lastError: errors.toSorted((a, b) => b.at.localeCompare(a.at))[0] ?? null,
    limits: [...limits.values()].toSorted((a, b) => a.name.localeCompare(b.name)),
    tokenExpiresAt: replicas.flatMap(({ tokenExpiresAt }) => (tokenExpiresAt ? [tokenExpiresAt] : [])).sort()[0] ?? null,
    missing: [...missing.values()],
  }
}

/**
 * Returns the number of milliseconds within which a share of the calls got a response; null without calls. The last bucket has no upper
 * bound and counts as 30,000.
 */
export function percentile(buckets: readonly number[], quantile: number): number | null {
  const callCount = buckets.reduce((total, count) => total + count, 0)
  if (callCount === 0) return null
  let countBefore = 0
  for (const [bucket, count] of buckets.entries()) {
    countBefore += count
    if (countBefore >= callCount * quantile) return bounds[bucket] ?? 30_000
  }
  return 30_000
}

export type ConnectorState = 'ok' | 'degraded' | 'down' | 'unknown'

export function stateOf({ calls, failures, lastGoodAt, lastError, missing = [] }: ServiceCallStats): ConnectorState {
  if (!lastGoodAt && !lastError) return 'unknown'
  if (lastError && (!lastGoodAt || lastError.at > lastGoodAt)) return 'down'
  return missing.length > 0 || (calls > 0 && failures / calls > 0.05) ? 'degraded' : 'ok'
}
