export const delegationLabels = {
  delegate: 'Delegate',
  add: 'Add delegate',
  addPerson: (delegate: string) => `Add ${delegate} as delegate`,
  nameOf: (delegate: string, person: string) => `${delegate} for ${person}`,
  openEnd: 'End',
  none: 'No delegate',
  setByPerson: 'Set by the person',
  setBy: (person: string) => `Set by ${person}`,
  automaticReply: 'Automatic reply',
  end: 'End delegation',
} as const
