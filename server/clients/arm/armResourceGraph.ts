import type { Static, TSchema } from 'typebox'
import { pages } from '../pages.ts'
import type { Send } from '../pipeline.ts'
import { apiVersions } from './apiVersions.ts'

/** Azure's limit on subscriptions per query. */
export const maxSubscriptionsPerQuery = 1_000

export function armResourceGraph(send: Send) {
  return {
    /**
     * Reads the rows of a query over at most a thousand subscriptions, one page in memory at a time. Each row needs an `id` if there can be
     * more than a thousand; missing subscriptions are ignored.
     */
    async *readResourceGraph<T extends TSchema>(
      subscriptions: string[],
      kql: string,
      row: T,
      signal?: AbortSignal,
    ): AsyncGenerator<Static<T>> {
      const path = '/providers/Microsoft.ResourceGraph/resources'
      const body = { subscriptions, query: kql, options: { $top: 1_000, resultFormat: 'objectArray' } }
      const query = { 'api-version': apiVersions.resourceGraph }
      const request = { method: 'POST' as const, path, query, body, readOnly: true, ...(signal ? { signal } : {}) }
      for await (const { items } of pages(send, request, row, { items: 'data' })) yield* items
    },
  }
}
