interface WithVerdicts {
  can: Record<string, true | string>
}

export function reasonOf(record: WithVerdicts, action: string): string | undefined {
  const verdict = record.can[action]
  return typeof verdict === 'string' ? verdict : undefined
}

/** An action that a person’s role can never use isn’t shown: `{isAllowed(host, 'update') && <Button>Edit</Button>}` */
export const isAllowed = (record: WithVerdicts | undefined, action: string): boolean => record?.can[action] === true
