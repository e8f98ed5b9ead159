/** Returns the fields of `after` that differ from `before`. Only these are sent, so that another person's change to another field is kept. */
export function differing<T extends object>(before: T, after: T): Partial<T> {
  const changed = Object.entries(after).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof T]))
  return Object.fromEntries(changed) as Partial<T>
}
