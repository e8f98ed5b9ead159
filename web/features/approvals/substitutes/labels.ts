export const minReasonLength = 10

export const substituteLabels = {
  notNeeded: 'No substitute needed',
  add: (person: string) => `Add ${person} as substitute`,
} as const

export const needLabels = {
  unstaffed: 'No approver is available, because all are away, have left or submitted the request.',
  few: 'Fewer approvers are available than the stage needs, because others are away, have left, have voted or submitted the request.',
  unresponsive: 'Approvers haven’t responded to reminders.',
} as const
