import type { Query } from '@tanstack/react-query'
import { isDenied, isNotFound } from './problem.ts'

type QueryState = Pick<Query, 'state'>

/**
 * Time for which an answer, including a refusal, is used without a new call. It covers the time from a screen's loader to its first render.
 */
export const denialCacheMs = 30_000

/** Each refused call becomes an audit event, so a refused screen must not repeat its call. */
export const wasDenied = ({ state }: QueryState): boolean => isDenied(state.error)

/** True if the call was refused recently. The server answers 404 for records that the person can't read. */
export const wasJustDenied = ({ state }: QueryState): boolean =>
  (isDenied(state.error) || isNotFound(state.error)) && Date.now() - state.errorUpdatedAt < denialCacheMs

/** Polls only while the call is allowed. */
export const pollEvery = (ms: number) => (query: QueryState) => (wasDenied(query) ? false : ms)
