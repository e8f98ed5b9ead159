import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { askForStore, keepAnswer } from './directory.ts'
import { presentStores } from './presentStore.ts'
import { Store, StoreNumber } from './schemas.ts'

export const lookupStoreData = operation({
  id: 'lookupStoreData',
  method: 'GET',
  path: '/edge/lookupStoreData',
  tag: 'edge',
  summary: 'A store as the directory tells it, with its edge account and rollout',
  description:
    'Where the directory does not answer in time, what it said last, with `stale` and its age. Of a store that it has dropped, what it said before, with `goneAt`.',
  access: 'signedIn',
  query: Type.Object({ storeNumber: StoreNumber }, { additionalProperties: false }),
  answers: { 200: Store },
  errors: ['notFound', 'notSetUp', 'outsideFailed'],
  prepare: ({ query, ...world }) => askForStore(world, query.storeNumber),
  async handler({ db }, { found, stale }) {
    await keepAnswer(db, { found, stale })
    return (await presentStores(db, [found], stale))[0]!
  },
})
