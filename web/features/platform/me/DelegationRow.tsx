import { CalendarClock, UserCheck } from 'lucide-react'
import { ActivityButton } from '../../../shared/ActivityButton.tsx'
import { delegationLabels } from '../../../shared/delegationLabels.ts'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { Button } from '../../../ui/Button.tsx'
import { PersonChip } from '../../../ui/Person.tsx'
import { Status } from '../../../ui/Status.tsx'
import { useNow } from '../../../ui/useNow.ts'
import { describePeriod, describeUntil } from './labels.ts'
import type { Delegation } from './types.ts'

interface DelegationRowProps {
  delegation: Delegation
  delegating?: boolean
  onChange?: (delegation: Delegation) => void
  onEnd: (delegation: Delegation) => void
}

export function DelegationRow({ delegation, delegating = false, onChange, onEnd }: DelegationRowProps) {
  const now = useNow('halfMinute')
  const { person, delegate, createdBy, reason, status, endsAt } = delegation
  const other = delegating ? person : delegate
  const isLive = status === 'live'
  const end = delegating ? 'Decline' : isLive ? delegationLabels.openEnd : 'Cancel'
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-64 space-y-1">
        <PersonChip person={other} detail />
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <Status tone={isLive ? 'ok' : 'info'} icon={isLive ? UserCheck : CalendarClock}>
            {isLive ? `Active ${describeUntil(endsAt, now)}` : describePeriod(delegation)}
          </Status>
          {reason && <span className="text-ink-2 wrap-anywhere">{reason}</span>}
          {createdBy.id !== person.id && <span className="text-ink-2">set by {createdBy.displayName}</span>}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <ActivityButton kind="delegation" id={delegation.id} name={delegationLabels.nameOf(delegate.displayName, person.displayName)} />
        {onChange && (
          <Button
            size="sm"
            aria-label={`Change dates: ${other.displayName}`}
            disabledReason={reasonOf(delegation, 'change')}
            onClick={() => onChange(delegation)}
          >
            Change
          </Button>
        )}
        <Button
          size="sm"
          aria-label={`${end}: ${other.displayName}`}
          disabledReason={reasonOf(delegation, 'end')}
          onClick={() => onEnd(delegation)}
        >
          {end}
        </Button>
      </div>
    </li>
  )
}
