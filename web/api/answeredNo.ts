import type { Query } from '@tanstack/react-query'
import { isNotFound, isRefused } from './problem.ts'

type Asked = Pick<Query, 'state'>

/** How long an answer is good for, a refusal like any other: from the loader of a screen to its drawing, and a while longer. */
export const goodForMs = 30_000

/** Every refusal stands in the audit trail, so that a screen that is refused must not ask over and over. */
export const wasRefused = ({ state }: Asked): boolean => isRefused(state.error)

/** The same answer is still warm. What is kept from somebody says 404. */
export const justAnsweredNo = ({ state }: Asked): boolean =>
  (isRefused(state.error) || isNotFound(state.error)) && Date.now() - state.errorUpdatedAt < goodForMs

/** Asks again by itself for as long as one may see it. */
export const every = (ms: number) => (asked: Asked) => (wasRefused(asked) ? false : ms)
