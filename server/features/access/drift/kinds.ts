/** What notices and live updates about differences are about. */
export const driftKind = 'accessDifference'

/** Runs that carry a settlement out where no grant moves for it. */
export const driftWorkKinds = ['restoreAccess', 'removeStranger', 'restoreGroup'] as const
