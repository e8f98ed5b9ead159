import type { Query } from '@tanstack/react-query'
import { isNotFound, isRefused } from './problem.ts'

type QueryState = Pick<Query, 'state'>

/** How long an answer, including a refusal, is used without asking again. It covers the time from a screen's loader to its first render. */
export const goodForMs = 30_000

/** Each refused call becomes an audit event, so a refused screen must not repeat its call. */
export const wasRefused = ({ state }: QueryState): boolean => isRefused(state.error)

/** True if the call was refused recently. The server answers 404 for records that the person can't read. */
export const justAnsweredNo = ({ state }: QueryState): boolean =>
  (isRefused(state.error) || isNotFound(state.error)) && Date.now() - state.errorUpdatedAt < goodForMs

/** Polls only while the call is allowed. */
export const every = (ms: number) => (asked: QueryState) => (wasRefused(asked) ? false : ms)
