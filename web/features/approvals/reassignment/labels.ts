export const reassignmentLabels = {
  to: 'Reassign to',
  reassign: (subject: string) => `Reassign ${subject}`,
  submit: (person: string) => `Reassign to ${person}`,
  done: (person: string) => `Reassigned to ${person}`,
  return: 'Return request',
  revoke: 'Revoke reassignment',
  toSelf: 'You can’t reassign a decision to yourself. Choose another person.',
} as const

export const describeAbsence = (name: string) => `${name} is away. Choose another person.`
