export const delegationLabels = {
  none: 'No delegate',
  setByPerson: 'Set by the person',
  automaticReply: 'Automatic reply',
  end: 'End delegation',
} as const
