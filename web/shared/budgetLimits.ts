/** Limits of the server, in minor units of the currency. */
export const accountBudget = { min: 100, max: 1_000_000_000 } as const
export const sandboxBudget = { min: 100, max: 100_000_000 } as const
/** Per month and account. */
export const rolloutBudget = { min: 100, max: 100_000_000 } as const
