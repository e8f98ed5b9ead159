import type { AccountTab } from '../paths.ts'

export const accountTabTitles: Record<AccountTab, string> = {
  resources: 'Resources',
  network: 'Network',
  protection: 'Backup and patching',
  security: 'Security',
  secrets: 'Secrets',
  cost: 'Cost',
  access: 'Access',
  incidents: 'Incidents',
  deployments: 'Deployments',
  changes: 'Changes',
  activity: 'Activity',
}
