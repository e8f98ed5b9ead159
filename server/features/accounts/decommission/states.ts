import type { DecommissionPhase } from '../../../db/tables.ts'

/**
 * The allowed transitions, which the database has as well. `grace`: access is removed, everything else is kept · `removing`: resources are
 * being deleted · `gone`: the subscription is cancelled and can be restored · `over`: the restore period has ended.
 */
export const decommissionTransitions: Record<DecommissionPhase, readonly DecommissionPhase[]> = {
  grace: ['removing', 'undoing'],
  removing: ['gone'],
  undoing: ['undone'],
  undone: [],
  gone: ['restoring', 'over'],
  restoring: ['restored'],
  restored: [],
  over: [],
}

export function canMove(from: DecommissionPhase, to: DecommissionPhase): boolean {
  return decommissionTransitions[from].includes(to)
}

const day = 86_400_000
/** Everything except access is kept for at least this many days, so that people who still need the account can object. */
export const graceDays = 7
/** Azure keeps a cancelled subscription for this many days. */
export const restorableDays = 90

export const inDays = (from: Date, days: number): Date => new Date(from.getTime() + days * day)
