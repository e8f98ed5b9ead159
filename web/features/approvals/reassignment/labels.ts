export const reassignmentLabels = {
  to: 'Reassign to',
  return: 'Return request',
  revoke: 'Revoke reassignment',
  toSelf: 'You can’t reassign a decision to yourself. Choose another person.',
} as const

export const describeAbsence = (name: string) => `${name} is away. Choose another person.`
