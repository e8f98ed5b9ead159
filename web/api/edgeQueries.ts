import { keepPreviousData } from '@tanstack/react-query'
import type { CallInput } from './client.ts'
import { queryCall } from './queryCall.ts'

type Query<Id extends 'listEdgeRollouts' | 'listEdgeRolloutStores'> = NonNullable<CallInput<Id>['query']>

export const listEdgeRollouts = (query: Query<'listEdgeRollouts'> = {}) => ({
  ...queryCall('listEdgeRollouts', { query }, ['edgeRollout']),
  placeholderData: keepPreviousData,
})
export const getEdgeRollout = (id: string) => queryCall('getEdgeRollout', { params: { id } }, ['edgeRollout'])
export const listEdgeRolloutStores = (id: string, query: Query<'listEdgeRolloutStores'>) => ({
  ...queryCall('listEdgeRolloutStores', { params: { id }, query }, ['edgeRollout']),
  placeholderData: keepPreviousData,
})
/** Plans with thousands of lines use much memory, so they are not cached for long. */
export const planNewStores = (body: CallInput<'newStores'>['body']) => ({
  ...queryCall('newStores', { body: { ...body, dryRun: true } }),
  placeholderData: keepPreviousData,
  staleTime: 60_000,
  gcTime: 60_000,
})
// The directory is an external system, so a change to a rollout does not search it again.
export const searchForStore = (storeNumber: string) => ({
  ...queryCall('searchForStore', { query: { storeNumber } }),
  placeholderData: keepPreviousData,
  staleTime: 30_000,
})
export const lookupStoreData = (storeNumber: string) => ({ ...queryCall('lookupStoreData', { query: { storeNumber } }), staleTime: 30_000 })
