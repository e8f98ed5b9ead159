import { setTimeout } from 'node:timers/promises'
import { Type } from 'typebox'
import type { Clients } from '../../../clients/clients.ts'
import { type FactsBySubscription, type HealthQuery, perSubscription } from './healthQuery.ts'
import { resourcesAndCoverage } from './resourcesAndCoverage.ts'
import { tagsAndGroups } from './tagsAndGroups.ts'

/** Older scanners report no severity above High. As in the rest of Slipway, a score of 9 or more counts as critical. */
const criticalFilter = `properties.status.severity =~ 'Critical' or (properties.status.severity =~ 'High'
  and (todouble(properties.additionalData.cvss['3.0'].base) >= 9 or todouble(properties.additionalData.cvss['3.1'].base) >= 9))`

const healthQueries: HealthQuery[] = [
  perSubscription(
    `policyresources | where type =~ 'microsoft.policyinsights/policystates'
    | summarize checks = count(), failing = countif(properties.complianceState =~ 'NonCompliant') by subscriptionId`,
    Type.Object({ checks: Type.Number(), failing: Type.Number() }),
    ({ checks, failing }) => ({ policy: { checks, failing } }),
    { policy: 'never' },
  ),
  perSubscription(
    `securityresources
    | where type =~ 'microsoft.security/pricings'
      or (type =~ 'microsoft.security/assessments/subassessments' and properties.status.code =~ 'Unhealthy')
    | summarize plans = countif(properties.pricingTier =~ 'Standard'), critical = countif(${criticalFilter}),
      serious = countif(properties.status.severity in~ ('Critical', 'High')) by subscriptionId`,
    Type.Object({ plans: Type.Number(), critical: Type.Number(), serious: Type.Number() }),
    ({ plans, critical: criticalCount, serious }) => ({
      defender: plans > 0 ? 'on' : 'off',
      vulnerabilities: { critical: criticalCount, high: serious - criticalCount },
    }),
    { defender: 'off', vulnerabilities: { critical: 0, high: 0 } },
  ),
  tagsAndGroups,
  resourcesAndCoverage,
]

/** This pause between queries leaves a third of Resource Graph's quota (15 in 5 seconds) for people's requests. */
const requestDelayMs = 500

/**
 * Reads the facts of at most a thousand subscriptions. If a query fails, its facts are left out and the other queries continue.
 * @param throttled pauses between queries, for background work
 */
export async function fetchCloud(
  clients: Pick<Clients, 'arm'>,
  subscriptions: string[],
  { signal, throttled = false }: { signal?: AbortSignal; throttled?: boolean } = {},
): Promise<{ facts: FactsBySubscription; failures: unknown[] }> {
  const facts: FactsBySubscription = new Map()
  const failures: unknown[] = []
  const runHealthQuery = async (query: HealthQuery) => {
    try {
      await query.fetchFacts({ arm: clients.arm, subscriptions, facts, ...(signal ? { signal } : {}) })
    } catch (error) {
      signal?.throwIfAborted()
      failures.push(error)
    }
  }
  if (!throttled) await Promise.all(healthQueries.map(runHealthQuery))
  else
    for (const query of healthQueries) {
      await runHealthQuery(query)
      await setTimeout(requestDelayMs, undefined, signal ? { signal } : {})
    }
  return { facts, failures }
}
