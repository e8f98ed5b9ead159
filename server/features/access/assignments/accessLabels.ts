import { formatDay } from '../../../format.ts'
import { lastUseDays } from './lastUse.ts'

const maxNames = 8

export function listNames(names: string[]): string {
  if (names.length === 0) return 'none'
  const sortedNames = names.toSorted((a, b) => a.localeCompare(b))
  return sortedNames.length > maxNames
    ? `${sortedNames.slice(0, maxNames).join(', ')} and ${sortedNames.length - maxNames} more`
    : sortedNames.join(', ')
}

export const describeLastUse = (at: Date | undefined): string =>
  at
    ? `made changes in this account, last on ${formatDay(at)}`
    : `made no changes in this account in ${lastUseDays} days; reads aren’t recorded`

export function countPeers(peersWithGroup: number, peers: number, where: string): string {
  const peersText =
    where === 'team'
      ? `the ${peers} other members of the requester’s team`
      : `${peers} ${peers === 1 ? 'other person' : 'other people'} in ${where}`
  return `${peersWithGroup === 0 ? 'none' : peersWithGroup} of ${peersText}`
}

export const conflictPhrases: Record<'member' | 'requested', string> = { member: 'they have access to', requested: 'they requested' }

export const accessTitles = {
  ends: (group: string, days: number) => `Your access to ${group} ends ${days > 1 ? `in ${days} days` : 'within a day'}`,
  expired: (group: string) => `Your access to ${group} expired`,
  revoked: (group: string) => `Your access to ${group} was revoked`,
  endChanged: (group: string) => `The end date of your access to ${group} changed`,
  permanent: (group: string) => `Your access to ${group} is permanent now`,
}

export const accessEvidenceLabels = {
  currentAccess: 'Current access',
  lastUsed: 'Last used',
  members: 'Current members',
  team: 'Team members with access',
  noDirectory: 'Couldn’t reach the directory.',
  noAzure: 'Couldn’t reach Azure.',
  changesProduction: 'The access allows changes in production.',
  noTeamAccess: 'The requester’s team has no similar access in this account.',
} as const
