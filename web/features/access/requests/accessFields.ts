import { labelFor } from '../../../shared/labels.ts'
import type { FieldText } from '../../../shared/useFilterFields.ts'
import { count } from '../../../shared/waits.ts'

const statusLabels: Record<string, string> = {
  pending_approval: 'Pending approval',
  changes_requested: 'Changes requested',
  approved: 'Approved',
  rejected: 'Rejected',
  expired: 'Expired',
  cancelled: 'Withdrawn',
}

export const accessFields: FieldText = {
  person: 'requester',
  word: (field, value) => {
    if (field.name === 'status') return statusLabels[value] ?? value
    if (field.name === 'environment') return labelFor('environment', value)
    return field.values?.find((one) => one.value === value)?.label ?? value
  },
  counted: (requests) => count(requests, 'request'),
  unsaid: ['accountId', 'groupId'],
  adapt: (field) => (field.id === 'requester' ? { ...field, label: 'Requested by' } : field),
}
