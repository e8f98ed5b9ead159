export function reasonOf(record: { can: Record<string, true | string> }, action: string): string | undefined {
  const verdict = record.can[action]
  return typeof verdict === 'string' ? verdict : undefined
}
