import type { Query } from '@tanstack/react-query'
import { isDenied, isNotFound } from './problem.ts'

type QueryState = Pick<Query, 'state'>

/**
 * Time for which a response, including a denial, is used without a new call. It covers the time from a screen's loader to its first render.
 */
export const denialCacheMs = 30_000

/** Each denied call becomes an audit event, so a screen that was denied must not repeat its call. */
export const wasDenied = ({ state }: QueryState): boolean => isDenied(state.error)

/** True if the call was denied recently. The server returns 404 for records that the person can't read. */
export const wasJustDenied = ({ state }: QueryState): boolean =>
  (isDenied(state.error) || isNotFound(state.error)) && Date.now() - state.errorUpdatedAt < denialCacheMs

/** Polls only while the call is allowed. */
export const pollEvery = (ms: number) => (query: QueryState) => (wasDenied(query) ? false : ms)
