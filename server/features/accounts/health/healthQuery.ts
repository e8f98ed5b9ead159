import { type Static, type TSchema, Type } from 'typebox'
import type { Clients } from '../../../clients/clients.ts'
import type { CloudFacts } from './facts.ts'

/** The key is the subscription ID in lower case. */
export type FactsBySubscription = Map<string, Partial<CloudFacts>>

export interface HealthContext {
  arm: Clients['arm']
  subscriptions: string[]
  facts: FactsBySubscription
  signal?: AbortSignal
}

export interface HealthQuery {
  fetchFacts(healthContext: HealthContext): Promise<void>
}

export function mergeFacts(facts: FactsBySubscription, id: string, newFacts: Partial<CloudFacts>): void {
  facts.set(id.toLowerCase(), { ...facts.get(id.toLowerCase()), ...newFacts })
}

/**
 * The query returns at most one row per subscription, so that a thousand of them fit on a page.
 * @param fallbackFacts the facts of a subscription that has no row
 */
export function perSubscription<T extends TSchema>(
  kql: string,
  row: T,
  factsOfRow: (row: Static<T>) => Partial<CloudFacts>,
  fallbackFacts: Partial<CloudFacts>,
): HealthQuery {
  const Row = Type.Object({ subscriptionId: Type.String() })
  return {
    async fetchFacts({ arm, subscriptions, facts, signal }) {
      const factsBySubscription = new Map<string, Partial<CloudFacts>>()
      for await (const each of arm.readResourceGraph(subscriptions, kql, Type.Intersect([Row, row]), signal)) {
        const { subscriptionId } = each as Static<typeof Row>
        factsBySubscription.set(subscriptionId.toLowerCase(), factsOfRow(each as Static<T>))
      }
      for (const id of subscriptions) mergeFacts(facts, id, factsBySubscription.get(id.toLowerCase()) ?? fallbackFacts)
    },
  }
}
