import { problemOf } from '../../../api/problem.ts'
import { useCall } from '../../../api/useCall.ts'
import type { ApprovalItem } from '../../../shared/requestTypes.ts'
import { Button } from '../../../ui/Button.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { reassignmentLabels } from './labels.ts'

/** Shows a reassignment by or to the reader, and lets them revoke it. */
export function ReassignmentBanner({ approval, me }: { approval: ApprovalItem; me: string | undefined }) {
  const end = useCall('revokeReassignment', ['approval'])
  if (approval.can.revokeReassignment !== true) return null
  const newApprover = approval.stages
    .find(({ stage }) => stage === approval.stage)
    ?.approvers.find(({ id, onBehalfOf, reassigned }) => reassigned && [id, onBehalfOf?.id].includes(me))
  if (!newApprover) return null
  const isMine = newApprover.id !== me
  const holder = newApprover.onBehalfOf?.displayName
  const endReassignment = async () => {
    try {
      await end.mutateAsync({ params: { id: approval.id } })
      toast.ok(isMine ? 'Reassignment revoked' : 'Request returned', {
        description: `${isMine ? newApprover.displayName : holder} has been notified.`,
      })
    } catch (error) {
      toast.bad(isMine ? 'Couldn’t revoke the reassignment' : 'Couldn’t return the request', { description: problemOf(error).message })
    }
  }
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <Button size="sm" loading={end.isPending} onClick={() => void endReassignment()}>
        {isMine ? reassignmentLabels.revoke : reassignmentLabels.return}
      </Button>
      <span className="text-ink-2">
        {isMine ? `Reassigned to ${newApprover.displayName}. You can still decide.` : `${holder} reassigned this request to you.`}
      </span>
    </p>
  )
}
