import { useQuery } from '@tanstack/react-query'
import { listCurrentDelegations } from '../api/me.ts'
import { describeApproverAbsence } from './approvalLabels.ts'

/** The server accepts at most this many people per call. */
const maxPeople = 50

/**
 * Finds who of the people has a delegate now, in one call. The returned function describes the absence of a person, such as “away until
 * 6 Dec 2026; Samuel Antwi can decide”, and returns undefined for everyone else.
 */
export function useAbsences(people: readonly { id: string }[]): (personId: string) => string | undefined {
  const ids = [...new Set(people.map(({ id }) => id))].sort().slice(0, maxPeople)
  const absences = useQuery({ ...listCurrentDelegations(ids.join(',')), enabled: ids.length > 0 }).data
  return (personId) => {
    const absence = absences?.find(({ person }) => person.id === personId)
    return absence && describeApproverAbsence({ until: absence.until, byCalendar: false }, absence.delegate.displayName)
  }
}
