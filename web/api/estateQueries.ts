import { pollEvery } from './answeredNo.ts'
import { ask } from './ask.ts'

/** Most changes of any record change one of its numbers, so it is read again after a minute instead of after each change. */
export const getEstate = () => ({ ...ask('getEstate', {}), staleTime: 30_000, refetchInterval: pollEvery(60_000) })
