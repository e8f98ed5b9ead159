/** Maps items with at most `maxConcurrency` concurrent calls; results have the order of the items. */
export async function mapWithConcurrency<T, R>(
  items: readonly T[],
  maxConcurrency: number,
  callback: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  const remainingEntries = items.entries()
  async function runNext(): Promise<void> {
    for (const [index, item] of remainingEntries) results[index] = await callback(item)
  }
  await Promise.all(Array.from({ length: Math.min(maxConcurrency, items.length) }, runNext))
  return results
}
