import { TicketLink } from '../../../shared/TicketLink.tsx'
import { Badge, Status } from '../../../ui/Status.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { incidentDisplays, priorityLabel, priorityTone } from './incidentLabels.ts'
import type { IncidentStatus } from './types.ts'

interface IncidentRowProps {
  title: string
  number: string | null
  url: string | null
  status: IncidentStatus
  priority: number | null
  group: string | null | undefined
  /** Undefined for incidents that were not created through Slipway. */
  raisedBy?: string
  at: string | null
  note?: string | null
}

export function IncidentRow({ title, number, url, status, priority, group, raisedBy, at, note }: IncidentRowProps) {
  const { tone, label, icon } = incidentDisplays[status]
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1.5 px-4 py-3">
      <div className="min-w-0 flex-1 basis-72">
        <p className="font-medium wrap-anywhere">{title}</p>
        <p className="mt-0.5 text-sm wrap-anywhere text-ink-2">
          {number && url && (
            <>
              <TicketLink number={number} url={url} /> ·{' '}
            </>
          )}
          {[group, raisedBy && `raised by ${raisedBy}`].flatMap((text) => (text ? `${text} · ` : []))}
          {at && <RelativeTime at={at} />}
        </p>
        {note && <p className="mt-1 max-w-prose text-sm wrap-anywhere text-ink-2">{note}</p>}
      </div>
      <div className="flex items-center gap-3 sm:grid sm:grid-cols-[6.5rem_11rem]">
        {priority !== null && (
          <span className="inline-flex items-center gap-1.5 text-sm text-ink-2 sm:col-start-1">
            <Badge tone={priorityTone(priority)}>P{priority}</Badge> {priorityLabel(priority)}
          </span>
        )}
        <span className="min-w-0 sm:col-start-2">
          <Status tone={tone} {...(icon && { icon })}>
            {label}
          </Status>
        </span>
      </div>
    </li>
  )
}
