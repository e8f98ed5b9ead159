import { count } from '../../../shared/waits.ts'

export const insightLabels = { refreshing: 'Refreshing from Azure …', outdated: 'Results are out of date', refresh: 'Refresh' } as const

export function titleAndText(message: string): [title: string, ...sentences: string[]] {
  const [title = message, ...sentences] = message.split(/(?<=\.)\s/)
  return [title.replace(/\.$/, ''), ...sentences]
}

export const insightPanels = {
  backup: { title: 'Backup', subject: 'backups' },
  patching: { title: 'Patching', subject: 'patching' },
  cost: { title: 'Cost', subject: 'the cost' },
  savings: { title: 'Savings', subject: 'savings' },
  vulnerabilities: { title: 'Vulnerabilities', subject: 'vulnerabilities' },
} as const

export const securityTabLabels = { hidden: 'You can’t see this account’s security' } as const

export const findingLabels = {
  list: 'Findings',
  none: 'No vulnerabilities found',
  severity: 'Severity',
  fix: 'Fix',
  withFix: 'With a fix',
  remedy: 'Fix: ',
  fixable: 'Fix available',
  search: 'Search findings',
  noMatch: 'No matching findings',
  showAll: 'Show all',
} as const

export const complianceLabels = {
  title: 'Policy compliance',
  evaluate: 'Start evaluation',
  viewPolicy: 'View policy in Azure',
  remedy: 'Fix: ',
  evaluating: 'Azure is evaluating the policies. This can take 30 minutes. The result appears here automatically.',
  share: (percent: string) => `${percent} of resources compliant`,
} as const

export const costTabLabels = {
  hidden: 'You can’t see this account’s cost',
  byService: 'By service',
  byMonth: 'Cost by month',
  budgetUsed: 'Budget used',
  overspent: (amount: string, month: string) => `${amount} over the current budget in ${month}`,
  newMonth: 'Azure reports the costs of a new month from its second day on.',
  possibleSavings: (changes: number) => `possible savings a month with ${count(changes, 'change')}.`,
} as const

export const tagsLabels = {
  save: 'Save tags',
  notChanged: 'Not changed',
  done: 'Done',
  changed: (resources: number) => `${count(resources, 'resource')} changed`,
  retry: (resources: number) => `Retry ${count(resources, 'failed resource')}`,
} as const
