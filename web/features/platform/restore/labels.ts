import type { Difference, Restore } from './types.ts'

export const restoreLabels = {
  title: 'Database restore',
  never: 'The database was never restored',
  comparing: 'Comparing with Azure and the directory',
  compare: 'Compare again',
  accept: 'Accept restore…',
  confirmAccept: 'Accept restore',
  comment: 'Comment',
  incomplete: 'This report is incomplete',
  truncated: 'Some differences aren’t shown',
  noDifferences: 'No differences',
  paused: 'Paused',
  accepted: 'Accepted',
  pause: 'During the pause',
  acceptance: 'Acceptance',
} as const

/** The origin of the restored data. */
export const originLabels: Record<Restore['kind'], string> = {
  backup: 'Backup',
  pointInTime: 'Point in time',
}

/** The kinds in the order of the page. */
export const kindLabels: Record<Difference['kind'], string> = {
  subscription: 'Subscriptions',
  group: 'Groups',
  membership: 'Memberships',
  privilegedRole: 'Privileged roles',
}

export const sideLabels: Record<Difference['side'], string> = {
  outside: 'Only outside',
  inside: 'Only in Slipway',
}
