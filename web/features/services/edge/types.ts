import type { CallInput, CallResult } from '../../../api/client.ts'

export type Store = CallResult<'lookupStoreData'>
export type Region = Store['region']
export type Rollout = CallResult<'getEdgeRollout'>
export type RolloutSummary = CallResult<'listEdgeRollouts'>['items'][number]
export type Wave = Rollout['waves'][number]
export type RolloutStore = CallResult<'listEdgeRolloutStores'>['items'][number]
export type Counts = Rollout['counts']
export type StoreStatus = RolloutStore['status']
export type NewStores = CallInput<'newStores'>['body']
export type Plan = Extract<CallResult<'newStores'>, { dryRun: boolean }>
export type PlannedStore = Plan['lines'][number]
