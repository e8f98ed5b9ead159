import type { CallInput } from './client.ts'
import { pollEvery } from './denials.ts'
import { queryCall } from './queryCall.ts'

export type TrendName = CallInput<'getTrend'>['params']['name']

/** Most changes of any record change a count, so trends are read again every five minutes instead of after each change. */
export const getTrend = (name: TrendName) => ({
  ...queryCall('getTrend', { params: { name } }),
  staleTime: 60_000,
  refetchInterval: pollEvery(300_000),
})
