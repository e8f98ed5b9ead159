import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { cacheLookupResult, fetchStore } from './directory.ts'
import { presentStores } from './presentStore.ts'
import { Store, StoreNumber } from './schemas.ts'

export const getStore = operation({
  id: 'getStore',
  method: 'GET',
  path: '/utils/stores/{storeNumber}',
  tag: 'utils',
  summary: 'Get a store by its number',
  description: 'Equivalent to `lookupStoreData`, at another path.',
  access: 'signedIn',
  params: Type.Object({ storeNumber: StoreNumber }, { additionalProperties: false }),
  responses: { 200: Store },
  errors: ['notFound', 'notSetUp', 'outsideFailed'],
  prepare: ({ params, ...world }) => fetchStore(world, params.storeNumber),
  async handler({ db }, { found, stale }) {
    await cacheLookupResult(db, { found, stale })
    return (await presentStores(db, [found], stale))[0]!
  },
})
