export const reasonRequired = 'Azure’s policy for this role requires a reason for the approval.'
