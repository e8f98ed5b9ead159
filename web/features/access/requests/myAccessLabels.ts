export const myAccessLabels = {
  none: 'No account access yet',
  access: 'Your access',
  sandboxes: 'Your sandboxes',
  noSandboxes: 'You aren’t in any sandboxes.',
  requests: 'Your requests',
  noRequests: 'No pending requests.',
  ended: 'Recently ended',
  resubmit: 'Resubmit request',
  edit: 'Edit',
  leave: 'Leave',
  timeLeft: (time: string) => `${time} left`,
  newRequest: 'Request again',
} as const

export const accessRequestsLabels = {
  none: 'No matching requests',
  clear: 'Clear filters',
} as const
