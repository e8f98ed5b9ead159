import type { FieldWords } from '../../../shared/useFilterFields.ts'
import { count } from '../../../shared/waits.ts'
import { wordFor } from '../../../shared/words.ts'

const statusWords: Record<string, string> = {
  pending_approval: 'Pending approval',
  changes_requested: 'Changes requested',
  approved: 'Approved',
  rejected: 'Rejected',
  expired: 'Expired',
  cancelled: 'Withdrawn',
}

export const accessFields: FieldWords = {
  person: 'requester',
  word: (field, value) => {
    if (field.name === 'status') return statusWords[value] ?? value
    if (field.name === 'environment') return wordFor('environment', value)
    return field.values?.find((one) => one.value === value)?.label ?? value
  },
  counted: (requests) => count(requests, 'request'),
  unsaid: ['accountId', 'groupId'],
  adapt: (field) => (field.id === 'requester' ? { ...field, label: 'Requested by' } : field),
}
