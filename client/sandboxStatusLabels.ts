/** The server uses them in evidence and the browser on screens, so that a status has one name. */
export const sandboxStatusLabels = {
  queued: 'Queued',
  provisioning: 'Setting up',
  failed: 'Setup failed',
  active: 'Active',
  expiring: 'Ending soon',
  frozen: 'Frozen',
  deleting: 'Deleting',
  deleted: 'Deleted',
  quarantined: 'Removal failed',
} as const
