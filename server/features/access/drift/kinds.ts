export const driftKind = 'accessDifference'

export const driftWorkKinds = ['restoreAccess', 'removeStranger', 'restoreGroup'] as const
