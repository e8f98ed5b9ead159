export const driftKind = 'accessDifference'

export const driftRunKinds = ['restoreAccess', 'removeStranger', 'restoreGroup'] as const
