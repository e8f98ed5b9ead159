export const approvalLabels = { stages: 'Approval stages', remind: 'Remind approvers' } as const
