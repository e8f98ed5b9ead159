import type { RetirementPhase } from '../../../db/tables.ts'

/**
 * The allowed moves of a retirement; the database holds the same table.
 * `grace`: access is off, all else is kept · `removing`: resources go · `gone`: the subscription is cancelled and can be restored · `over`: for good.
 */
export const retirementMoves: Record<RetirementPhase, readonly RetirementPhase[]> = {
  grace: ['removing', 'undoing'],
  removing: ['gone'],
  undoing: ['undone'],
  undone: [],
  gone: ['restoring', 'over'],
  restoring: ['restored'],
  restored: [],
  over: [],
}

export function mayMove(from: RetirementPhase, to: RetirementPhase): boolean {
  return retirementMoves[from].includes(to)
}

const day = 86_400_000
/** Days between the loss of access and the removal of anything, for those who still need it to speak up. */
export const graceDays = 7
/** Azure keeps a cancelled subscription this many days. */
export const restorableDays = 90

export const inDays = (from: Date, days: number): Date => new Date(from.getTime() + days * day)
