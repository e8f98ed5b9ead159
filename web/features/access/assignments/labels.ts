import { count } from '../../../shared/waits.ts'
import type { Assignment } from './types.ts'

const hoursInDay = 24

/** In hours. */
export const durations = [8, 24, 24 * 7, 24 * 30, 24 * 90, 24 * 180, 24 * 365]
/** The form value for access without an end date. All other values are hours. */
export const permanentValue = 'permanent'
export const permanent = 'Permanent'
/** In characters. */
export const shortestReason = 10

/** Formats a duration in hours, such as `8 hours` or `30 days`. */
export function describeHours(hours: number): string {
  return hours % hoursInDay === 0 ? count(hours / hoursInDay, 'day') : count(hours, 'hour')
}

export function choicesUpTo(choices: readonly number[], max: number | null): number[] {
  if (max === null) return [...choices]
  return [...choices.filter((each) => each < max), max]
}

export interface NamedGroup {
  description: string
  roles: { roleName: string; allowedActions: string[] }[]
}

/**
 * Lists what members of a group can do. Until Azure has returned the role definitions, the group’s description or role names are listed
 * instead.
 */
export function abilitiesText(group: NamedGroup): string {
  const lines = [...new Set(group.roles.flatMap((role) => role.allowedActions))]
  if (lines.length === 0) return group.description || group.roles.map(({ roleName }) => roleName).join(', ')
  const visibleCount = lines.length > 4 ? 3 : lines.length
  return `${joinLines(lines.slice(0, visibleCount))}${lines.length > visibleCount ? ` and ${lines.length - visibleCount} more` : ''}`
}

export function joinLines(lines: readonly string[]): string {
  return lines.map((line, index) => (index === 0 ? line : lowercaseFirst(line))).join(', ')
}

export function describeOrigin({ via, request, grantedBy }: Assignment): string {
  if (via === 'request') return request ? `Requested in ${request.reference}` : 'Requested'
  if (via === 'admin') return grantedBy ? `Granted by ${grantedBy.displayName}` : 'Granted by an administrator'
  return grantedBy ? `Found in the directory, adopted by ${grantedBy.displayName}` : 'Found in the directory'
}

const lowercaseFirst = (text: string) => text.slice(0, 1).toLocaleLowerCase() + text.slice(1)

export const groupsPanelLabels = {
  title: 'Access groups',
  create: 'New group',
  member: 'member',
  more: (group: string) => `More actions for ${group}`,
} as const

export const newGroupLabels = {
  suffix: 'Name suffix',
  findRole: 'Search roles',
  create: 'Create group',
} as const

export const deleteGroupLabels = {
  confirm: 'Delete group',
} as const

export const changeEndLabels = {
  title: 'Change end date',
  lastDay: 'Last day',
  permanent: 'No end date',
} as const

export const grantLabels = {
  title: 'Grant access',
  person: 'Person',
  noPerson: 'Choose a person.',
} as const

export const endAccessLabels = {
  leave: 'Leave group',
  revoke: 'Revoke access',
  otherGroups: 'Access through other groups doesn’t change.',
} as const

export const liftMaximumLabels = {
  title: 'Lift maximum duration',
  confirm: 'Lift maximum',
} as const

export const requestAccessLabels = {
  title: 'Request access',
  submit: 'Submit request',
  conflict: 'Separation-of-duties conflict',
  extension: 'After approval, the extension is added to that date without interruption.',
} as const

export const endingAccessLabels = {
  title: 'Access ending soon',
  /** Access to sandboxes ends with them, so it isn’t counted or listed. */
  description: (days: number) => `Memberships of accounts’ access groups that end within ${days} days, or should have ended.`,
  list: 'Access ending soon',
  search: 'Search access',
  placeholder: 'Person, group or account',
  denied: 'Only administrators and auditors can see all access that ends soon. Your own access is under My access.',
  none: 'No access ends soon',
  noMatch: 'No matching access',
} as const

export const ownAccessLabels = {
  member: 'You’re a member',
  extend: 'Extend',
  waitingForOwner: 'waiting for an owner',
} as const

export const membersLabels = {
  list: (group: string) => `Members of ${group}`,
  more: (person: string, group: string) => `More actions for ${person} in ${group}`,
  lifted: (person: string, reason: string) => `Maximum duration lifted by ${person}: ${reason}`,
} as const

export const accountOwnerStage = 'Account owner'
