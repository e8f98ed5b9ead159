/** Explains why a person can’t start emergency access in an account. */
export const notOnCall = 'You aren’t on call for this account.'
