import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { maxFound, search } from './directory.ts'
import { presentStores } from './presentStore.ts'
import { FoundStores } from './schemas.ts'
import { updateStoreCache } from './storeCache.ts'

export const searchForStore = operation({
  id: 'searchForStore',
  method: 'GET',
  path: '/edge/searchForStore',
  tag: 'edge',
  summary: 'Search stores by number prefix, name, town or postcode',
  description: 'Every word must match. If the store directory doesn’t respond in time, Slipway’s copy is searched and `stale` is true.',
  access: 'signedIn',
  query: Type.Object(
    {
      storeNumber: Type.String({
        minLength: 1,
        maxLength: 60,
        pattern: '^[^\\x00]*\\S[^\\x00]*$',
        description: 'Search text. Digits match the start of a number; other text matches words.',
      }),
    },
    { additionalProperties: false },
  ),
  responses: { 200: FoundStores },
  errors: ['notSetUp'],
  prepare: ({ query, ...world }) => search(world, query.storeNumber),
  async handler({ db }, { found: all, stale }) {
    if (!stale) await updateStoreCache(db, all)
    const stores = all.slice(0, maxFound)
    const oldest = Math.min(...stores.map(({ asOf }) => asOf.getTime()))
    const hasMore = all.length > maxFound
    return {
      items: await presentStores(db, stores, stale),
      more: hasMore,
      stale,
      asOf: stores.length > 0 ? new Date(oldest).toISOString() : null,
    }
  },
})
