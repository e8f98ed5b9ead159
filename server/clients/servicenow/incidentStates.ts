import type { IncidentStatus } from '../../db/tables.ts'

/** What ServiceNow calls the states of an incident; companies add some of their own. */
const states: Record<string, IncidentStatus> = {
  1: 'new',
  2: 'inProgress',
  3: 'onHold',
  6: 'resolved',
  7: 'closed',
  8: 'cancelled',
}

/** How an incident stands: a state of the company's own counts as being worked on until ServiceNow calls it inactive. */
export function statusOf({ state, active }: { state?: string; active?: string }): Exclude<IncidentStatus, 'sending' | 'failed' | 'gone'> {
  const known = states[state ?? ''] as Exclude<IncidentStatus, 'sending' | 'failed' | 'gone'> | undefined
  return known ?? (active === 'false' ? 'closed' : 'inProgress')
}

/** Those somebody still has to do something about. */
export const openStatuses = ['new', 'inProgress', 'onHold'] as const satisfies IncidentStatus[]
/** Those that can still move: what is resolved may be opened again. */
export const followedStatuses = [...openStatuses, 'resolved'] as const satisfies IncidentStatus[]

export const isOpen = (status: IncidentStatus): boolean => openStatuses.some((each) => each === status)
