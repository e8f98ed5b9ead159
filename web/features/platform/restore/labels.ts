import { count } from '../../../shared/waits.ts'
import type { Difference, Problem, Restore } from './types.ts'

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
  unread: 'Some parts couldn’t be read',
  pendingDeletions: 'Deletions continue after you accept',
  pauseQueues: 'To stop the deletions, pause the queues before you accept.',
  paused: 'Paused',
  accepted: 'Accepted',
  pause: 'During the pause',
  acceptance: 'Acceptance',
} as const

export const describeDeletions = (number: number): string =>
  `${count(number, 'pending deletion')}: resources that are deleted can’t be recovered.`

export const originLabels: Record<Restore['kind'], string> = {
  backup: 'Backup',
  pointInTime: 'Point in time',
}

export const kindLabels: Record<Difference['kind'], string> = {
  pendingDeletion: 'Pending deletions',
  subscription: 'Subscriptions',
  group: 'Groups',
  membership: 'Memberships',
  privilegedRole: 'Privileged roles',
}

/** The report can’t be accepted while these parts could not be compared. */
export const problemLabels: Record<Problem['kind'], string> = { ...kindLabels, report: 'Comparison' }

export const sideLabels: Record<Difference['side'], string> = {
  unread: 'Couldn’t be read',
  planned: 'Continue after you accept',
  outside: 'Only in external systems',
  inside: 'Only in Slipway',
}
