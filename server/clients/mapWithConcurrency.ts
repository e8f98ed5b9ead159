/** Maps items with at most `atOnce` concurrent calls; results have the order of the items. */
export async function mapWithConcurrency<T, R>(items: readonly T[], atOnce: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const waiting = items.entries()
  async function take(): Promise<void> {
    for (const [place, item] of waiting) results[place] = await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, take))
  return results
}
