import { count } from '../../../shared/waits.ts'

export const templateFormLabels = {
  name: 'Name',
  description: 'Description',
  preview: 'Preview',
  aboveLimits: 'Required above limits',
  maxDurationWithoutApproval: 'Maximum duration without approval',
  edit: (template: string) => `Edit ${template}`,
  disable: (template: string) => `Make ${template} unavailable`,
  create: 'New template',
  confirm: 'Create template',
  save: 'Save changes',
  noName: 'Enter a name.',
  maxBudget: 'Maximum budget',
  maxDuration: 'Maximum duration',
  defaultDuration: 'Default duration',
  reminder: (number: number) => `Time before the end, reminder ${number}`,
  noLimits: 'Enter the maximum budget or duration without approval.',
} as const

export const hostLabels = {
  add: 'Add host',
  subscription: 'Subscription ID',
  queue: 'Queue',
  shared: 'Shared subscriptions',
  closeNamed: (host: string) => `Close ${host}`,
  reopenNamed: (host: string) => `Reopen ${host}`,
  noteTooShort: (minLength: number) => `Describe what you checked in at least ${minLength} characters.`,
  close: 'Close host',
  reopen: 'Reopen host',
} as const

export const workLabels = {
  tab: 'Runs',
  retry: (process: string) => `Retry: ${process}`,
  nothingToRetry: 'No runs to retry.',
  retried: (runs: number) => `${count(runs, 'run')} retried.`,
  stuck: 'Failed or stalled runs',
} as const

export const sandboxAdminDenied =
  'Only administrators and auditors can see the sandbox setup. The templates page shows the available templates.'

export const shortestNote = 10
