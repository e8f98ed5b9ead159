export const servicesLabels = {
  edit: 'Edit services',
  total: 'All services of the account',
  changes: 'Changes',
  approvers: 'Approvers',
  reason: 'Reason',
  reasonMissing: 'Enter a reason.',
} as const

export const updateActionLabels = { withdraw: 'Withdraw change', edit: 'Edit' } as const
export const underwayLabels = { applying: 'Applying change', failed: 'Change failed', progress: 'View progress' } as const

export const votesLabel = (votes: number): string => (votes === 1 ? '1 approver has voted' : `${votes} approvers have voted`)
