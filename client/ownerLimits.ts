/** An account needs two active owners, so that one of them can always act. */
export const accountOwnerLimits = { min: 2, max: 10 } as const
export const sandboxOwnerLimits = { min: 1, max: 5 } as const
