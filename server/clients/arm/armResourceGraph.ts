import type { Static, TSchema } from 'typebox'
import { pages } from '../pages.ts'
import type { Send } from '../pipeline.ts'
import { apiVersions } from './apiVersions.ts'

/** Azure takes so many subscriptions in one question. */
export const mostSubscriptionsAQuery = 1_000

export function armResourceGraph(send: Send) {
  return {
    /**
     * Rows of a question over at most a thousand subscriptions, page by page so that no more than a page is held.
     * Each row must have an `id` where there may be more than a thousand; subscriptions that are not there are passed over.
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
