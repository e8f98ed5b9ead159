import { Hash, Hourglass } from 'lucide-react'
import { Outcome } from '../../../shared/activityOutcome.tsx'
import { labelOf, pageOf } from '../../../subjects.ts'
import { emptyCell } from '../../../ui/emptyCell.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { Link } from '../../../ui/Link.tsx'
import { PersonChip } from '../../../ui/Person.tsx'
import { DateTime } from '../../../ui/Time.tsx'
import type { ListColumn } from '../../../ui/tableTypes.ts'
import { actionWithVote, credentialLabel, erasureLabels } from './auditLabels.ts'
import type { AuditEvent } from './types.ts'

export function ActorCell({ actor }: { actor: AuditEvent['actor'] }) {
  if (actor.id !== null) return <PersonChip person={actor} />
  return <span className="text-ink-2">{actor.displayName === 'erased' ? erasureLabels.erased : actor.displayName}</span>
}

export function Subject({ subject }: { subject: AuditEvent['subject'] }) {
  if (!subject) return emptyCell
  const { kind, id, name } = subject
  if (id === null) return <span className="text-ink-2">{labelOf(kind)}, erased</span>
  const href = pageOf(kind, id)
  return (
    <span>
      {name && href ? <Link href={href}>{name}</Link> : (name ?? labelOf(kind))}
      {name && <span className="ml-1.5 text-xs text-ink-3">{labelOf(kind)}</span>}
    </span>
  )
}

export function auditColumns(hrefOf: (id: string) => string): ListColumn<AuditEvent>[] {
  return [
    { id: 'at', header: 'Time', width: 180, fixedWidth: true, fixed: true, sortable: true, cell: (row) => <DateTime at={row.at} /> },
    {
      id: 'operation',
      header: 'Action',
      width: 250,
      rowHeader: true,
      fixed: true,
      cell: (row) => (
        <span className="block py-1 whitespace-normal">
          <Link href={hrefOf(row.id)}>{actionWithVote(row)}</Link>
        </span>
      ),
    },
    { id: 'person', leaveOut: 2, header: 'Actor', width: 180, cell: (row) => <ActorCell actor={row.actor} /> },
    { id: 'subject', leaveOut: 3, header: 'Target', width: 300, cell: (row) => <Subject subject={row.subject} /> },
    { id: 'outcome', header: 'Outcome', width: 110, fixedWidth: true, fixed: true, cell: (row) => <Outcome outcome={row.outcome} /> },
    {
      id: 'reason',
      header: 'Reason',
      width: 260,
      hidden: true,
      cell: (row) => (row.reason ? <span title={row.reason}>{row.reason}</span> : emptyCell),
    },
    { id: 'credential', header: 'Credential', width: 140, hidden: true, cell: (row) => credentialLabel(row.actor.credential) },
    {
      id: 'seq',
      leaveOut: 1,
      header: 'Event number',
      width: 124,
      fixedWidth: true,
      align: 'end',
      cell: (row) => <ChainPosition seq={row.seq} />,
    },
  ]
}

function ChainPosition({ seq }: { seq: number | null }) {
  const Glyph = seq === null ? Hourglass : Hash
  return (
    <span className="inline-flex items-center gap-1 tabular-nums text-ink-2" title={seq === null ? 'Not chained yet' : undefined}>
      <Glyph size={12} aria-hidden />
      {seq === null ? 'Pending' : formatNumber(seq)}
    </span>
  )
}
