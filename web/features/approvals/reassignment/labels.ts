export const reassignmentLabels = { to: 'Reassign to', return: 'Return request', revoke: 'Revoke reassignment' } as const
