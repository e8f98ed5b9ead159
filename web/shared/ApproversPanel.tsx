import { useQuery } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import type { ReactNode } from 'react'
import { problemOf } from '../api/problem.ts'
import { listMyRequestsPendingApproval } from '../api/queries.ts'
import { useCall } from '../api/useCall.ts'
import { Button } from '../ui/Button.tsx'
import { DateTime, RelativeTime } from '../ui/Time.tsx'
import { toast } from '../ui/Toast.tsx'
import { useNow } from '../ui/useNow.ts'
import { ApprovalStages } from './ApprovalStages.tsx'
import { approvalLabels } from './approvalLabels.ts'
import { reasonOf } from './reasonOf.ts'
import type { Approval, ApprovalItem } from './requestTypes.ts'
import type { SubjectView } from './subject.ts'
import { describeSince } from './waits.ts'

/**
 * Shows the approvers, the start of the wait, absences with their substitutes, and the next stage. The requester can send one reminder a
 * day. `afterApproval` says what follows the approval. `<ApproversPanel approval={round} afterApproval="After final approval, the change is applied
 * immediately." />`
 */
export function ApproversPanel({ approval, ...next }: NextActionProps) {
  return (
    <>
      <ApprovalStages approval={approval} />
      {approval.status === 'pending' && <NextAction approval={approval} {...next} />}
      <RemindButton approvalId={approval.status === 'pending' ? approval.id : undefined} />
    </>
  )
}

interface NextActionProps {
  approval: Approval
  afterApproval?: ReactNode
  /** The deadline that the page shows above the panel. */
  deadline?: SubjectView['deadline'] | undefined
}

function NextAction({ approval, afterApproval, deadline }: NextActionProps) {
  const withdrawnAt = deadline?.withdrawnAt
  const open = approval.stages.find((stage) => stage.stage === approval.stage)
  const isLast = !approval.stages.some((stage) => stage.status === 'waiting')
  return (
    <p className="mt-4 text-sm text-ink-2">
      {isLast && afterApproval && <>{afterApproval} </>}
      {open?.escalatesAt && !open.escalatedAt && (
        <>
          More approvers are added on <DateTime at={open.escalatesAt} />.{' '}
        </>
      )}
      {!withdrawnAt || withdrawnAt >= approval.dueAt ? (
        <>
          Without a decision, the request expires on <DateTime at={approval.dueAt} time={false} />.
        </>
      ) : (
        // A deadline at that time says this itself.
        deadline.at !== withdrawnAt && (
          <>
            Without a decision, the request is withdrawn on <DateTime at={withdrawnAt} />.
          </>
        )
      )}
    </p>
  )
}

function RemindButton({ approvalId, subjectId, size = 'sm' }: { approvalId?: string | undefined; subjectId?: string; size?: 'sm' | 'md' }) {
  const ownQuery = useQuery({ ...listMyRequestsPendingApproval(), enabled: approvalId !== undefined || subjectId !== undefined })
  const remind = useCall('remindApprovers', ['approval', 'notification'])
  const ownRequest: ApprovalItem | undefined = ownQuery.data?.find((item) => item.id === approvalId || item.subjectId === subjectId)
  if (!ownRequest || ownRequest.can.remind === undefined) return null
  const send = async () => {
    try {
      await remind.mutateAsync({ params: { id: ownRequest.id } })
      toast.ok('Approvers reminded', { description: 'You can send one reminder a day.' })
    } catch (error) {
      toast.bad('Reminder not sent', { description: problemOf(error).message })
    }
  }
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button
        icon={BellRing}
        size={size}
        loading={remind.isPending}
        disabledReason={reasonOf(ownRequest, 'remind')}
        onClick={() => void send()}
      >
        {approvalLabels.remind}
      </Button>
      {ownRequest.remindedByRequesterAt && (
        <span className="text-sm text-ink-2">
          {approvalLabels.reminded} <RelativeTime at={ownRequest.remindedByRequesterAt} />
        </span>
      )}
    </div>
  )
}

export function PendingApprovers({ subjectId }: { subjectId: string }) {
  const now = useNow('halfMinute')
  const ownRequest = useQuery(listMyRequestsPendingApproval()).data?.find((item) => item.subjectId === subjectId)
  const open = ownRequest?.stages.find((stage) => stage.stage === ownRequest.stage)
  if (!open) return null
  const names = open.approvers.map(
    ({ displayName, onBehalfOf, away }) => displayName + (onBehalfOf ? ` (for ${onBehalfOf.displayName})` : away ? ' (away)' : ''),
  )
  const visibleText = names.slice(0, 3).join(', ') + (names.length > 3 ? ` and ${names.length - 3} more` : '')
  return (
    <div className="mt-1 text-sm text-ink-2">
      <p>
        {names.length === 0 ? 'No approvers are available. An administrator must add a substitute approver.' : `Waiting for ${visibleText}`}{' '}
        {names.length > 0 && open.openedAt && describeSince(open.openedAt, now)}
      </p>
      <RemindButton subjectId={subjectId} />
    </div>
  )
}
