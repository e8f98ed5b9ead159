import { CalendarClock, CircleAlert, UserCheck } from 'lucide-react'
import { ActivityButton } from '../../../shared/ActivityButton.tsx'
import { delegationLabels } from '../../../shared/delegationLabels.ts'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { Button } from '../../../ui/Button.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { PersonChip } from '../../../ui/Person.tsx'
import { Status } from '../../../ui/Status.tsx'
import type { Column } from '../../../ui/tableTypes.ts'
import type { Absence } from './types.ts'

const day = (timestamp: string) => formatDateTime(timestamp, { time: false })

function describeTime({ since, until, source }: Absence): string {
  const from = since ? `from ${day(since)}` : 'now'
  return `${from}, ${until ? `until ${day(until)}` : source === 'calendar' ? 'until turned off' : 'no end date'}`
}

function describeSource({ source, delegation }: Absence): string {
  if (source === 'calendar') return delegationLabels.automaticReply
  return source === 'own' ? delegationLabels.setByPerson : delegationLabels.setBy(delegation?.createdBy.displayName ?? 'an administrator')
}

interface AbsenceActions {
  onName: (absence: Absence) => void
  onEnd: (absence: Absence) => void
}

export const absenceColumns = ({ onName, onEnd }: AbsenceActions): Column<Absence>[] => [
  { id: 'person', header: 'Person', width: 230, rowHeader: true, fixed: true, cell: ({ person }) => <PersonChip person={person} /> },
  {
    id: 'delegate',
    header: delegationLabels.delegate,
    width: 230,
    cell: ({ delegation }) =>
      delegation ? (
        <PersonChip person={delegation.delegate} />
      ) : (
        <Status tone="warn" icon={CircleAlert}>
          {delegationLabels.none}
        </Status>
      ),
  },
  { id: 'waiting', header: 'Pending', width: 90, align: 'end', cell: ({ waiting }) => waiting },
  {
    id: 'when',
    header: 'Period',
    width: 280,
    cell: (absence) => (
      <span className="block py-1.5">
        <Status
          tone={absence.delegation?.status === 'live' ? 'ok' : absence.delegation ? 'info' : 'neutral'}
          icon={absence.delegation?.status === 'live' ? UserCheck : CalendarClock}
        >
          {describeTime(absence)}
        </Status>
        <span className="block text-sm whitespace-normal text-ink-2">
          {[describeSource(absence), absence.delegation?.reason].filter(Boolean).join(': ')}
        </span>
      </span>
    ),
  },
  {
    id: 'actions',
    header: 'Actions',
    width: 190,
    align: 'end',
    cell: (absence) =>
      absence.delegation ? (
        <span className="inline-flex items-center gap-1.5">
          <ActivityButton
            kind="delegation"
            id={absence.delegation.id}
            name={delegationLabels.nameOf(absence.delegation.delegate.displayName, absence.person.displayName)}
          />
          <Button size="sm" disabledReason={reasonOf(absence, 'end')} onClick={() => onEnd(absence)}>
            {delegationLabels.openEnd}
            <span className="sr-only">: {absence.person.displayName}</span>
          </Button>
        </span>
      ) : (
        <Button
          size="sm"
          variant={absence.waiting > 0 ? 'primary' : 'secondary'}
          disabledReason={reasonOf(absence, 'nameSomebody')}
          onClick={() => onName(absence)}
        >
          {delegationLabels.add}
          <span className="sr-only"> for {absence.person.displayName}</span>
        </Button>
      ),
  },
]
