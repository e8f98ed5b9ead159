import { TestRunner } from 'vitest'

/**
 * Earlier attempts of the running test in the same world: 0 at first and outside of tests. Fixtures use it to give each attempt its own
 * names and accounts. `npx vitest run --repeats=1 --retry=0 <files>` shows which tests can’t be retried.
 */
export const earlierTries = (): number => TestRunner.getCurrentTest()?.result?.attempts?.length ?? 0

export const nameOfThisTry = (name: string): string => (earlierTries() === 0 ? name : `${name}-${earlierTries() + 1}`)
