/**
 * Joins the results of several searches. A failed search is left out, so that the others can be shown.
 * @throws the first failure if all searches failed
 */
export async function foundOf<T>(searches: readonly Promise<readonly T[]>[]): Promise<T[]> {
  const results = await Promise.allSettled(searches)
  const [failure] = results.filter((result) => result.status === 'rejected')
  if (failure && results.every(({ status }) => status === 'rejected')) throw failure.reason
  return results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
}
