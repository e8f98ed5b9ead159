import { TestRunner } from 'vitest'

/**
 * Times that the running test was tried before, in the same world: 0 at first and outside of tests. Fixtures use it to give each try
 * names and accounts that no earlier one took. `npx vitest run --repeats=1 --retry=0 <files>` shows which tests cannot be tried again.
 */
export const earlierTries = (): number => TestRunner.getCurrentTest()?.result?.attempts?.length ?? 0

/** This name at the first try, and one that no earlier try took at a later one. */
export const nameOfThisTry = (name: string): string => (earlierTries() === 0 ? name : `${name}-${earlierTries() + 1}`)
