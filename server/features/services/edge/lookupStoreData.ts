import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { fetchStore, keepAnswer } from './directory.ts'
import { presentStores } from './presentStore.ts'
import { Store, StoreNumber } from './schemas.ts'

export const lookupStoreData = operation({
  id: 'lookupStoreData',
  method: 'GET',
  path: '/edge/lookupStoreData',
  tag: 'edge',
  summary: 'Get a store from the directory, with its edge account and rollout',
  description:
    'If the directory doesn’t answer in time, the last known data is returned with `stale` and its age. For a store that the directory has removed, the last known data is returned with `goneAt`.',
  access: 'signedIn',
  query: Type.Object({ storeNumber: StoreNumber }, { additionalProperties: false }),
  answers: { 200: Store },
  errors: ['notFound', 'notSetUp', 'outsideFailed'],
  prepare: ({ query, ...world }) => fetchStore(world, query.storeNumber),
  async handler({ db }, { found, stale }) {
    await keepAnswer(db, { found, stale })
    return (await presentStores(db, [found], stale))[0]!
  },
})
