/** What of `after` is not as it was: only that is sent, so that a change of somebody else in another field stays. */
export function differing<T extends object>(before: T, after: T): Partial<T> {
  const changed = Object.entries(after).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof T]))
  return Object.fromEntries(changed) as Partial<T>
}
