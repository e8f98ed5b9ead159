export const driftKind = 'accessDifference'

/** The runs that carry out decisions for which no grant changes. */
export const driftWorkKinds = ['restoreAccess', 'removeStranger', 'restoreGroup'] as const
