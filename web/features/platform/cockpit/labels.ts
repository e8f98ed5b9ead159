import type { CallResult } from '../../../api/client.ts'
import { describeCode } from './describeCode.ts'

export const minReasonLength = 10

export const runLabels = {
  causes: 'Causes',
  retryAll: (runs: number) => (runs === 1 ? 'Retry' : `Retry all ${runs}`),
  confirmRetry: (runs: number) => (runs === 1 ? 'Retry run' : 'Retry runs'),
  stepsOf: (workflow: string) => `Steps of ${workflow}`,
  filter: 'Filter runs',
  retry: (name: string) => `Retry ${name}`,
  retryEffect: 'Each run restarts from its failed step with a fresh set of retries. Completed steps aren’t repeated.',
  code: (code: string) => `Code: ${describeCode(code)}`,
  response: 'Error response',
  cancel: 'Cancel run…',
  confirmCancel: 'Cancel run',
  changes: 'Changes to roll back',
  deniedAction: 'Denied action',
  deniedScope: 'Scope',
} as const

export const queueLabels = {
  openPause: (queue: string) => `Pause ${queue}…`,
  pause: (queue: string) => `Pause ${queue}`,
  resume: (queue: string) => `Resume ${queue}`,
  resumed: (queue: string) => `${queue} resumed`,
} as const

export const connectorLabels = { check: 'Check now', responded: 'Responded in' } as const

export const cacheLabels = { refresh: 'Refresh', refreshing: (cache: string) => `Refreshing ${cache}` } as const

export const runStatusLabels = {
  queued: 'Queued',
  running: 'Running',
  waiting: 'Waiting',
  failed: 'Failed',
  succeeded: 'Finished',
  cancelled: 'Cancelled',
} as const

export const invariantLabels = {
  holds: 'OK',
  notChecked: 'Not checked',
  check: 'Check now',
} as const

export const doctorLabels = {
  administratorsOnly: 'Only administrators can see the report.',
  check: 'Check now',
  rerun: 'Run again',
  notChecked: 'Not checked yet',
  allPassed: 'All checks passed',
  changes: 'Changes since the previous check',
  added: 'New',
  resolved: 'Resolved',
} as const

export const cockpitLabels = {
  denied: 'Only administrators and auditors can see the cockpit. To see the progress of your requests, open the requests.',
  noSlowQueries: 'No slow queries',
  peopleWithoutEmployeeNumber: 'People without an employee number',
  showNames: 'Show names',
} as const

type ActingRole = CallResult<'listPeopleWithoutEmployeeNumber'>['people'][number]['actsAs'][number]
export const actingRoleLabels: Record<ActingRole, string> = { administrator: 'Administrator', approver: 'Approver', owner: 'Owner' }
