const maxNames = 8

export function listNames(names: string[]): string {
  if (names.length === 0) return 'none'
  const sortedNames = names.toSorted((a, b) => a.localeCompare(b))
  return sortedNames.length > maxNames
    ? `${sortedNames.slice(0, maxNames).join(', ')} and ${sortedNames.length - maxNames} more`
    : sortedNames.join(', ')
}

export const accessEvidenceLabels = {
  currentAccess: 'Current access',
  lastUsed: 'Last used',
  members: 'Current members',
  team: 'Team members with access',
  noDirectory: 'Couldn’t reach the directory.',
  noAzure: 'Couldn’t reach Azure.',
  changesProduction: 'The access allows changes in production.',
} as const
