import type { Tone } from '../../../ui/Status.tsx'
import type { StuckItem } from './types.ts'

export type StuckKind = StuckItem['kind']

export const stuckKindLabels: Record<StuckKind, string> = {
  run: 'Runs',
  pullRequest: 'Pull requests',
  sandbox: 'Sandboxes',
  rollout: 'Store rollouts',
  queue: 'Queues',
}

export const stuckStates: Record<StuckItem['state'], { tone: Tone; label: string }> = {
  failed: { tone: 'bad', label: 'Failed' },
  stalled: { tone: 'warn', label: 'Stalled' },
  quarantined: { tone: 'bad', label: 'Quarantined' },
  closed: { tone: 'bad', label: 'Closed' },
  conflicts: { tone: 'bad', label: 'Conflicts' },
  checksFailed: { tone: 'bad', label: 'Checks failed' },
  overdue: { tone: 'warn', label: 'Overdue' },
  halted: { tone: 'bad', label: 'Halted' },
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
