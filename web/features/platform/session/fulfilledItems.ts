/**
 * Joins the results of several searches, without the failed searches.
 * @throws the first error if all searches failed
 */
export async function fulfilledItems<T>(searches: readonly Promise<readonly T[]>[]): Promise<T[]> {
  const results = await Promise.allSettled(searches)
  const [failure] = results.filter((result) => result.status === 'rejected')
  if (failure && results.every(({ status }) => status === 'rejected')) throw failure.reason
  return results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
}
