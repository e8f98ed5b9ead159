import type { stepUpSettings } from '../../../server/features/settings/catalogue.ts'

export const stepUpLabels: Record<(typeof stepUpSettings)[number], string> = {
  off: 'Off',
  privilegedOnly: 'Privileged only',
  all: 'All approvals',
}
