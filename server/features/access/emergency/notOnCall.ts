export const notOnCall = 'You aren’t on call for this account.'
