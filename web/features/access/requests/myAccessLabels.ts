export const myAccessLabels = {
  none: 'You aren’t in any access groups of accounts',
  access: 'Your access',
  sandboxes: 'Your sandboxes',
  noSandboxes: 'You aren’t in any sandboxes.',
  requests: 'Your requests',
  noRequests: 'No pending requests.',
  ended: 'Recently ended',
  resubmit: 'Resubmit request',
} as const

export const accessRequestsLabels = {
  none: 'No matching requests',
  clear: 'Clear filters',
} as const
