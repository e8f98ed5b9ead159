const maxNames = 8

export function listNames(names: string[]): string {
  if (names.length === 0) return 'nobody'
  const sorted = names.toSorted((one, other) => one.localeCompare(other))
  return sorted.length > maxNames ? `${sorted.slice(0, maxNames).join(', ')} and ${sorted.length - maxNames} more` : sorted.join(', ')
}

export function describeHours(hours: number): string {
  const [amount, unit] = hours % 24 === 0 ? [hours / 24, 'day'] : [hours, 'hour']
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`
}

export const formatDay = (at: Date) => at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Labels of the facts that approvers of an access request see, and the texts that replace or assess them. */
export const accessEvidenceLabels = {
  currentAccess: 'Current access here',
  lastUsed: 'Last used',
  members: 'Members now',
  team: 'Team members with access',
  noDirectory: 'Couldn’t reach the directory.',
  noAzure: 'Couldn’t reach Azure.',
  changesProduction: 'It allows changes in production.',
} as const
