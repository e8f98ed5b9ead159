import { type Static, type TSchema, Type } from 'typebox'
import type { Clients } from '../../../clients/clients.ts'
import type { CloudFacts } from './facts.ts'

/** Keyed by subscription id in lower case. */
export type FactsBySubscription = Map<string, Partial<CloudFacts>>

export interface HealthContext {
  arm: Clients['arm']
  subscriptions: string[]
  facts: FactsBySubscription
  signal?: AbortSignal
}

/** A question is asked for many subscriptions together, and its answers are written into their facts. */
export interface Question {
  ask(asking: HealthContext): Promise<void>
}

export function merge(facts: FactsBySubscription, id: string, known: Partial<CloudFacts>): void {
  facts.set(id.toLowerCase(), { ...facts.get(id.toLowerCase()), ...known })
}

/**
 * Returns a query with at most one row per subscription, so that a thousand of them fit on a page. @param otherwise the facts of a
 * subscription without a row
 */
export function perSubscription<T extends TSchema>(
  kql: string,
  row: T,
  read: (row: Static<T>) => Partial<CloudFacts>,
  otherwise: Partial<CloudFacts>,
): Question {
  const Row = Type.Object({ subscriptionId: Type.String() })
  return {
    async ask({ arm, subscriptions, facts, signal }) {
      const found = new Map<string, Partial<CloudFacts>>()
      for await (const each of arm.readResourceGraph(subscriptions, kql, Type.Intersect([Row, row]), signal)) {
        const { subscriptionId } = each as Static<typeof Row>
        found.set(subscriptionId.toLowerCase(), read(each as Static<T>))
      }
      for (const id of subscriptions) merge(facts, id, found.get(id.toLowerCase()) ?? otherwise)
    },
  }
}
