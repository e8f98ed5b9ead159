export const servicesLabels = {
  edit: 'Edit services',
  add: 'Add',
  total: 'All services of the account',
  changes: 'Changes',
  approvers: 'Approvers',
  addFromCatalogue: 'Add from the catalogue',
  reason: 'Reason',
  reasonMissing: 'Enter a reason.',
} as const

export const updateActionLabels = {
  withdraw: 'Withdraw change',
  edit: 'Edit',
  editing: (reference: string) => `Edit ${reference}`,
  resubmit: 'Resubmit',
} as const
export const updateRunLabels = {
  applying: 'Applying change',
  failed: 'Change failed',
  progress: 'View progress',
  approved: 'We’re applying the change.',
} as const

export const votesLabel = (votes: number): string => (votes === 1 ? '1 approver has voted' : `${votes} approvers have voted`)
