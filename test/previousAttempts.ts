import { TestRunner } from 'vitest'

/**
 * Number of earlier attempts of the running test in the same environment: 0 at first and outside tests. Fixtures use this number to give
 * each attempt its own names and accounts. `npx vitest run --repeats=1 --retry=0 <files>` shows which tests can’t be retried.
 */
export const previousAttempts = (): number => TestRunner.getCurrentTest()?.result?.attempts?.length ?? 0

export const nameOfAttempt = (name: string): string => (previousAttempts() === 0 ? name : `${name}-${previousAttempts() + 1}`)
