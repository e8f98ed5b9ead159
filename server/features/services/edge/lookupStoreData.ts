import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { cacheLookupResult, fetchStore } from './directory.ts'
import { presentStores } from './presentStore.ts'
import { Store, StoreNumber } from './schemas.ts'

export const lookupStoreData = operation({
  id: 'lookupStoreData',
  method: 'GET',
  path: '/edge/lookupStoreData',
  tag: 'edge',
  summary: 'Get a store from the directory, with its edge account and rollout',
  description:
    'If the store directory doesn’t respond in time, returns the last known data with `stale` set. For a store that the directory no longer lists, returns the last known data with `delistedAt`.',
  access: 'signedIn',
  query: Type.Object({ storeNumber: StoreNumber }, { additionalProperties: false }),
  responses: { 200: Store },
  errors: ['notFound', 'notSetUp', 'outsideFailed'],
  prepare: ({ query, ...world }) => fetchStore(world, query.storeNumber),
  async handler({ db }, { found, stale }) {
    await cacheLookupResult(db, { found, stale })
    return (await presentStores(db, [found], stale))[0]!
  },
})
