import { isKeyOf } from '../../../shared/isKeyOf.ts'
import { labelFor } from '../../../shared/labels.ts'
import type { FieldText } from '../../../shared/useFilterFields.ts'
import { count } from '../../../shared/waits.ts'
import type { AccessRequest } from './types.ts'

const statusLabels = {
  pending_approval: 'Pending approval',
  changes_requested: 'Changes requested',
  approved: 'Approved',
  rejected: 'Rejected',
  expired: 'Expired',
  cancelled: 'Withdrawn',
} as const satisfies Record<AccessRequest['status'], string>

export const accessFields: FieldText = {
  person: 'requester',
  label: (field, value) => {
    if (field.name === 'status' && isKeyOf(statusLabels, value)) return statusLabels[value]
    if (field.name === 'environment') return labelFor('environment', value)
    return field.values?.find((item) => item.value === value)?.label ?? value
  },
  counted: (requests) => count(requests, 'request'),
  hiddenFields: ['accountId', 'groupId'],
  adapt: (field) => (field.id === 'requester' ? { ...field, label: 'Requester' } : field),
}
