/**
 * Returns the fields of `after` that differ from `before`. Only they are sent, so that another person's changes to other fields are kept.
 */
export function changedFields<T extends object>(before: T, after: T): Partial<T> {
  const changed = Object.entries(after).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof T]))
  return Object.fromEntries(changed) as Partial<T>
}
