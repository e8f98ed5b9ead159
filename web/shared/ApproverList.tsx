import { useState } from 'react'
import { PersonChip } from '../ui/Person.tsx'
import { describeApproverAbsence, describeOnBehalf, describeReassignment } from './approvalLabels.ts'
import type { ApprovalStage, PersonRef } from './requestTypes.ts'
import { count } from './waits.ts'

const shownAtFirst = 4

export function ApproverList({ people, minimum }: { people: readonly (PersonRef & Partial<Approver>)[]; minimum: number }) {
  const [showsAll, setShowsAll] = useState(false)
  if (people.length === 0) {
    return <p className="mt-0.5 text-sm text-bad">No approvers are available. An administrator must add a substitute approver.</p>
  }
  const remainingCount = showsAll || people.length <= shownAtFirst + 1 ? 0 : people.length - shownAtFirst
  return (
    <div className="mt-0.5">
      {people.length > 1 && (
        <p className="text-sm text-ink-2">
          Needs approval from {minimum} of these {people.length} people
        </p>
      )}
      <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1.5">
        {people.slice(0, people.length - remainingCount).map((person) => (
          <li key={person.id} className="min-w-0">
            <PersonChip person={person} />
            <ApproverNote person={person} delegate={people.find((each) => each.onBehalfOf?.id === person.id && !each.reassigned)} />
          </li>
        ))}
        {remainingCount > 0 && (
          <li>
            <button type="button" className="rounded-sm text-accent underline underline-offset-3" onClick={() => setShowsAll(true)}>
              and {count(remainingCount, 'more', 'more')}
            </button>
          </li>
        )}
      </ul>
    </div>
  )
}

type Approver = ApprovalStage['approvers'][number]

function ApproverNote({ person, delegate }: { person: Partial<Approver>; delegate: PersonRef | undefined }) {
  const note = person.onBehalfOf
    ? person.reassigned
      ? describeReassignment(person.onBehalfOf.displayName, person.reassigned.comment)
      : describeOnBehalf(person.onBehalfOf.displayName)
    : person.away
      ? describeApproverAbsence(person.away, delegate?.displayName)
      : person.alternate
        ? 'added because the stage was not decided in time'
        : person.fallback
          ? 'fallback approver'
          : undefined
  return note ? <span className="ml-7 block text-xs text-ink-2">{note}</span> : null
}
