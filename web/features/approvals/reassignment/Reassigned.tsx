import { problemOf } from '../../../api/problem.ts'
import { useCall } from '../../../api/useCall.ts'
import type { ApprovalItem } from '../../../shared/requestTypes.ts'
import { Button } from '../../../ui/Button.tsx'
import { toast } from '../../../ui/Toast.tsx'

/** Shows a reassignment by or to the reader, and lets them revoke it. */
export function Reassigned({ approval, me }: { approval: ApprovalItem; me: string | undefined }) {
  const end = useCall('revokeReassignment', ['approval'])
  if (approval.can.revokeReassignment !== true) return null
  const passed = approval.stages
    .find(({ stage }) => stage === approval.stage)
    ?.approvers.find(({ id, onBehalfOf, reassigned }) => reassigned && [id, onBehalfOf?.id].includes(me))
  if (!passed) return null
  const mine = passed.id !== me
  const holder = passed.onBehalfOf?.displayName
  const back = async () => {
    try {
      await end.mutateAsync({ params: { id: approval.id } })
      toast.ok(mine ? 'Reassignment revoked' : 'Request returned', {
        description: `${mine ? passed.displayName : holder} has been notified.`,
      })
    } catch (error) {
      toast.bad(mine ? 'Couldn’t revoke the reassignment' : 'Couldn’t return the request', { description: problemOf(error).message })
    }
  }
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <Button size="sm" loading={end.isPending} onClick={() => void back()}>
        {mine ? 'Revoke reassignment' : 'Return request'}
      </Button>
      <span className="text-ink-2">
        {mine ? `Reassigned to ${passed.displayName}. You can still decide.` : `${holder} reassigned this request to you.`}
      </span>
    </p>
  )
}
