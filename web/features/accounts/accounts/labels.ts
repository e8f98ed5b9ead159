import { count } from '../../../shared/waits.ts'
import { formatNumber } from '../../../ui/format.ts'
export const accountsLabels = {
  title: 'Accounts',
  filter: 'Filter accounts',
  addExisting: 'Add existing account',
  exportCsv: 'Export CSV',
  exported: (accounts: number) => `${formatNumber(accounts)} ${accounts === 1 ? 'account' : 'accounts'} exported`,
} as const

export const recordLabels = { name: 'Name', subscription: 'Subscription', delete: (account: string) => `Delete ${account}` } as const

export const accountActionLabels = {
  edit: 'Edit',
  editOwners: 'Edit owners',
  ownersUpdated: (account: string) => `Owners of ${account} updated`,
  deleteRecord: 'Delete record',
  more: 'More',
  emergency: 'Emergency access',
  decommission: 'Decommission',
} as const

export const problemLabels = { nameMissing: 'Enter the account name.', fewOwners: 'Choose at least two owners.' } as const

export const bulkLabels = {
  selectAll: 'Select all',
  change: 'Change…',
  check: 'Check accounts first',
  confirm: (accounts: number) => `Change ${count(accounts, 'account')}`,
  done: 'Done',
} as const

export const accountTabLabels = {
  perMonth: 'a month',
  resources: 'Resources',
  owners: (owners: number) => (owners === 1 ? 'Owner' : `${owners} owners`),
  inactiveOwners: (owners: number) => `${owners} of them ${owners === 1 ? 'has' : 'have'} left`,
  select: 'Select',
  selectAll: 'Select all',
  next: 'Next',
  searchResources: 'Search resources',
  counted: (visible: number, all: number) =>
    visible === all ? count(all, 'resource') : `${formatNumber(visible)} of ${count(all, 'resource')}`,
  selectedResources: 'Selected resources',
  editTags: 'Edit tags',
  resourcesHidden: 'You can’t see this account’s resources',
  activityHidden: 'You can’t see this account’s activity',
} as const
