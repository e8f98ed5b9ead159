import type { CallResult } from '../../../api/client.ts'

type MyRequest = CallResult<'listMyRequests'>['items'][number]
export type RequestKind = MyRequest['kind']

export const kindLabels: Record<RequestKind, string> = {
  accountRequest: 'Account',
  accountUpdate: 'Account change',
  accessRequest: 'Access',
  pimActivation: 'Privileged role',
  sandboxRequest: 'Sandbox',
  sandboxAccessRequest: 'Sandbox access',
}
type Variant = NonNullable<MyRequest['variant']>
const variantLabels: Partial<Record<`${RequestKind} ${Variant}`, string>> = {
  'accountUpdate catalogue': 'Services',
  'accountUpdate details': 'Account details',
  'accountUpdate decommission': 'Decommission',
  'accessRequest extension': 'Access extension',
  'sandboxRequest extension': 'Sandbox extension',
  'sandboxAccessRequest extension': 'Sandbox access extension',
}

export const describeKind = ({ kind, variant }: Pick<MyRequest, 'kind' | 'variant'>): string =>
  (variant && variantLabels[`${kind} ${variant}`]) || kindLabels[kind]

export const stateFilters = {
  open: { label: 'Open', statuses: ['pending_approval', 'changes_requested'] },
  approved: { label: 'Approved', statuses: ['approved'] },
  rejected: { label: 'Rejected', statuses: ['rejected'] },
  ended: { label: 'Expired or withdrawn', statuses: ['expired', 'cancelled'] },
} as const
export type StateFilter = keyof typeof stateFilters

export const myRequestsLabels = {
  list: 'My requests',
  kind: 'Kind',
  state: 'Status',
  anyKind: 'All kinds',
  anyState: 'Any status',
  none: 'No requests yet',
  noMatch: 'No matching requests',
} as const
