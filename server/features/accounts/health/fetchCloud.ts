import { setTimeout } from 'node:timers/promises'
import { Type } from 'typebox'
import type { Clients } from '../../../clients/clients.ts'
import { type FactsBySubscription, perSubscription, type Question } from './question.ts'
import { resourcesAndCoverage } from './resourcesAndCoverage.ts'
import { tagsAndGroups } from './tagsAndGroups.ts'

/** Older scanners report nothing above High. A score of 9 or more counts as critical, as everywhere in Slipway. */
const critical = `properties.status.severity =~ 'Critical' or (properties.status.severity =~ 'High'
  and (todouble(properties.additionalData.cvss['3.0'].base) >= 9 or todouble(properties.additionalData.cvss['3.1'].base) >= 9))`

const questions: Question[] = [
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
    | summarize plans = countif(properties.pricingTier =~ 'Standard'), critical = countif(${critical}),
      serious = countif(properties.status.severity in~ ('Critical', 'High')) by subscriptionId`,
    Type.Object({ plans: Type.Number(), critical: Type.Number(), serious: Type.Number() }),
    ({ plans, critical: worst, serious }) => ({
      defender: plans > 0 ? 'on' : 'off',
      vulnerabilities: { critical: worst, high: serious - worst },
    }),
    { defender: 'off', vulnerabilities: { critical: 0, high: 0 } },
  ),
  tagsAndGroups,
  resourcesAndCoverage,
]

/** This pause between queries leaves a third of Resource Graph's quota (15 in 5 seconds) to people. */
const paceMs = 500

/**
 * Reads everything about these subscriptions, at most a thousand. A failed query leaves its facts out and stops no other. @param pace
 * pauses between queries, for background work @returns the facts, and what failed
 */
export async function fetchCloud(
  clients: Pick<Clients, 'arm'>,
  subscriptions: string[],
  { signal, pace = false }: { signal?: AbortSignal; pace?: boolean } = {},
): Promise<{ facts: FactsBySubscription; failures: unknown[] }> {
  const facts: FactsBySubscription = new Map()
  const failures: unknown[] = []
  const ask = async (question: Question) => {
    try {
      await question.ask({ arm: clients.arm, subscriptions, facts, ...(signal ? { signal } : {}) })
    } catch (error) {
      signal?.throwIfAborted()
      failures.push(error)
    }
  }
  if (!pace) await Promise.all(questions.map(ask))
  else
    for (const question of questions) {
      await ask(question)
      await setTimeout(paceMs, undefined, signal ? { signal } : {})
    }
  return { facts, failures }
}
