import type { IncidentStatus } from '../../db/tables.ts'

const states: Record<string, IncidentStatus> = {
  1: 'new',
  2: 'inProgress',
  3: 'onHold',
  6: 'resolved',
  7: 'closed',
  8: 'cancelled',
}

/** Maps the state of an incident. A state that a company has added counts as in progress while the incident is active. */
export function statusOf({ state, active }: { state?: string; active?: string }): Exclude<IncidentStatus, 'sending' | 'failed' | 'gone'> {
  const incidentStatus = states[state ?? ''] as Exclude<IncidentStatus, 'sending' | 'failed' | 'gone'> | undefined
  return incidentStatus ?? (active === 'false' ? 'closed' : 'inProgress')
}

const openStatuses = ['new', 'inProgress', 'onHold'] as const satisfies IncidentStatus[]
/** Statuses that can still change. A resolved incident is among them, because it can be reopened. */
export const trackedStatuses = [...openStatuses, 'resolved'] as const satisfies IncidentStatus[]

export const isOpen = (status: IncidentStatus): boolean => openStatuses.some((each) => each === status)
