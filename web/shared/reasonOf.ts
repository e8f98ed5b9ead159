/** Returns the server's reason why an action is not possible; undefined if it is possible. */
export function reasonOf(record: { can: Record<string, true | string> }, action: string): string | undefined {
  const verdict = record.can[action]
  return typeof verdict === 'string' ? verdict : undefined
}
