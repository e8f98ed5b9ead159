export const runLabels = {
  filter: 'Filter runs',
  retryEffect: 'Each run restarts from its failed step with a fresh set of retries. Completed steps aren’t repeated.',
  response: 'Error response',
  cancel: 'Cancel run…',
  confirmCancel: 'Cancel run',
  changes: 'Changes to roll back',
  deniedAction: 'Denied action',
  deniedScope: 'Scope',
} as const

export const invariantLabels = {
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
} as const
