import type { Query } from '@tanstack/react-query'
import { isDenied, isNotFound } from './problem.ts'

type QueryState = Pick<Query, 'state'>

/**
 * The time for which a screen uses a response, including a denial, without a new call. It covers the time from the screen's loader to its
 * first render.
 */
export const denialCacheMs = 30_000

/**
 * Each denied call becomes an audit event, so a screen that was denied must not repeat its call. Also true for 404, which the server returns
 * for records that the person can’t read.
 */
export const wasDenied = ({ state }: QueryState): boolean => isDenied(state.error) || isNotFound(state.error)

export const wasJustDenied = (query: QueryState): boolean => wasDenied(query) && Date.now() - query.state.errorUpdatedAt < denialCacheMs

export const pollEvery = (ms: number) => (query: QueryState) => (wasDenied(query) ? false : ms)
