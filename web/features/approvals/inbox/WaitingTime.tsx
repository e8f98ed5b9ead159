import type { ApprovalItem } from '../../../shared/requestTypes.ts'
import { Meter } from '../../../ui/Charts.tsx'
import { formatDateTime, formatDuration, formatRemaining } from '../../../ui/format.ts'
import { useNow } from '../../../ui/useNow.ts'
import { inboxLabels } from './labels.ts'

interface WaitingTimeProps {
  approval: ApprovalItem
  me: string | undefined
  /** The time at which the request is withdrawn because its subject ends. */
  deadline: string | undefined
}

export function WaitingTime({ approval, me, deadline }: WaitingTimeProps) {
  const now = useNow('halfMinute')
  const stage = approval.stages.find((item) => item.stage === approval.stage)
  const since = Date.parse(stage?.openedAt ?? approval.openedAt)
  const expiry = Date.parse(stage?.dueAt ?? approval.dueAt)
  const due = Math.min(expiry, deadline ? Date.parse(deadline) : expiry)
  const seat = stage?.approvers.find((person) => person.id === me)
  const holder = seat?.onBehalfOf
  const absence = holder && stage?.approvers.find((person) => person.id === holder.id)?.away
  return (
    <div className="grid gap-x-8 gap-y-2 border-b border-line px-4 py-3 sm:grid-cols-2 sm:px-5">
      <Meter
        label="Waiting time"
        value={Math.max(0, now - since)}
        max={Math.max(1, due - since)}
        text={`${formatDuration(Math.max(0, now - since))}; ${due < expiry ? 'withdrawn' : 'expires'} in ${formatRemaining(due - now)}`}
        warnAt={0.5}
        badAt={0.85}
      />
      {holder && (
        <p className="self-center text-sm">
          You decide for <strong className="font-medium">{holder.displayName}</strong>,{' '}
          {seat.reassigned ? inboxLabels.reassigned : 'who is away'}
          {!seat.reassigned && absence?.until && ` until ${formatDateTime(absence.until, { time: false })}`}.
        </p>
      )}
    </div>
  )
}
