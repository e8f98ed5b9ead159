import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { isDenied, isNotFound, problemOf } from '../../../api/problem.ts'
import { getAccountApproval } from '../../../api/queries.ts'
import { useCall } from '../../../api/useCall.ts'
import { LoadError } from '../../../shared/LoadError.tsx'
import { reasonOf } from '../../../shared/reasonOf.ts'
import type { ApprovalItem } from '../../../shared/requestTypes.ts'
import { subjectOf } from '../../../subjects.ts'
import { lazyComponent } from '../../../ui/lazyComponent.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { ApprovalDetail } from './ApprovalDetail.tsx'
import { DecisionBox } from './DecisionBox.tsx'
import type { Decision } from './labels.ts'
import type { Mode } from './outcome.ts'

const ReassignForm = lazyComponent(() => import('../reassignment/ReassignForm.tsx').then(({ ReassignForm }) => ({ default: ReassignForm })))

interface OpenedProps {
  id: string
  me: string | undefined
  listHref: string
  mode: Mode | undefined
  onModeChange: (mode: Mode | undefined) => void
  isDeciding: boolean
  onDecide: (item: ApprovalItem, decision: Decision, comment: string) => Promise<boolean>
}

export function OpenApproval({ id, me, listHref, mode, onModeChange, isDeciding, onDecide }: OpenedProps) {
  const approval = useQuery(getAccountApproval(id))
  const say = useCall('commentOnApproval', ['approval', 'accountRequest', 'accountUpdate', 'accessRequest', 'sandboxRequest'])
  if (approval.error && !approval.data) {
    return (
      <Panel>
        <LoadError subject="this approval" error={approval.error} onRetry={() => approval.refetch()} />
      </Panel>
    )
  }
  if (!approval.data) {
    return (
      <Panel>
        <SkeletonText lines={14} />
      </Panel>
    )
  }
  const { data } = approval
  const { name, decidedName } = subjectOf(data)
  // The approval was decided or withdrawn. Its last known state is still shown, without actions.
  const isMissing = isDenied(approval.error) || isNotFound(approval.error)
  const comment = async (text: string) => {
    try {
      await say.mutateAsync({ params: { id }, body: { comment: text } })
      onModeChange(undefined)
      toast.ok('Comment sent', { description: 'The requester and the other approvers have been notified.' })
      return true
    } catch (error) {
      toast.bad('Comment not sent', { description: problemOf(error).message })
      return false
    }
  }
  if (mode === 'reassign' && !isMissing && data.can.reassign === true) {
    return (
      <ApprovalDetail approval={data} isMissing={isMissing} listHref={listHref} me={me}>
        <Suspense fallback={<SkeletonText lines={3} />}>
          <ReassignForm approval={data} what={decidedName ?? name} onDone={() => onModeChange(undefined)} />
        </Suspense>
      </ApprovalDetail>
    )
  }
  return (
    <ApprovalDetail approval={data} isMissing={isMissing} listHref={listHref} me={me}>
      <DecisionBox
        subject={id}
        what={decidedName ?? name}
        mode={mode}
        onModeChange={onModeChange}
        isDeciding={isDeciding}
        disabledReason={isMissing ? 'You can no longer decide on this request.' : reasonOf(data, 'decide')}
        commentToApprove={data.commentToApprove}
        onDecide={(decision, note) => onDecide(data, decision, note)}
        onComment={!isMissing && data.can.comment === true ? comment : undefined}
        canReassign={!isMissing && data.can.reassign === true}
      />
    </ApprovalDetail>
  )
}
