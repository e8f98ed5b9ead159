export const statusTitles = {
  active: 'Active',
  frozenByOwner: 'Frozen by an owner',
  deletedBy: (person: string) => `Deleted by ${person}`,
  noBudget: 'Frozen: budget used up',
  leaseEnded: 'Lease ended',
  removalFailed: 'Removal failed',
  setupFailed: 'Setup failed',
  deleted: 'Sandbox deleted',
} as const
