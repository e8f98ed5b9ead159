import { pollEvery } from './denials.ts'
import { queryCall } from './queryCall.ts'

/** Most changes of any record change one of these numbers, so they are read again once a minute instead of after each change. */
export const getEstate = () => ({ ...queryCall('getEstate', {}), staleTime: 30_000, refetchInterval: pollEvery(60_000) })
