import type { Tone } from '../../../ui/Status.tsx'
import type { StuckItem } from './types.ts'

export type StuckKind = StuckItem['kind']

/** The kinds in the order of the filter. */
export const stuckKindLabels: Record<StuckKind, string> = {
  run: 'Runs',
  pullRequest: 'Pull requests',
  sandbox: 'Sandboxes',
  rollout: 'Store rollouts',
  queue: 'Queues',
}

export const stuckStates: Record<StuckItem['state'], { tone: Tone; word: string }> = {
  failed: { tone: 'bad', word: 'Failed' },
  stalled: { tone: 'warn', word: 'Stalled' },
  quarantined: { tone: 'bad', word: 'Quarantined' },
  closed: { tone: 'bad', word: 'Closed' },
  conflicts: { tone: 'bad', word: 'Conflicts' },
  checksFailed: { tone: 'bad', word: 'Checks failed' },
  overdue: { tone: 'warn', word: 'Overdue' },
  halted: { tone: 'bad', word: 'Halted' },
}

export const stuckLabels = {
  list: 'Stuck work',
  search: 'Search stuck work',
  kind: 'Kind',
  anyKind: 'All kinds',
  none: 'Nothing is stuck',
  noMatch: 'No matching stuck work',
  all: 'Show all',
  noneWaiting: 'None',
  requestId: 'Request ID',
  retry: 'Retry',
  fullCause: 'Full cause',
  oldest: 'Oldest:',
} as const
