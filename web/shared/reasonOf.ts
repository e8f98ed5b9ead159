/** Why this cannot be done now, in the server's words; nothing when it can. */
export function reasonOf(record: { can: Record<string, true | string> }, action: string): string | undefined {
  const verdict = record.can[action]
  return typeof verdict === 'string' ? verdict : undefined
}
