import { problemOf } from '../../../api/problem.ts'
import { useCall } from '../../../api/useCall.ts'
import type { ApprovalItem } from '../../../shared/requestTypes.ts'
import { Button } from '../../../ui/Button.tsx'
import { toast } from '../../../ui/Toast.tsx'

/** Shows a reassignment by or to the reader, and lets them revoke it. */
export function PassedOn({ approval, me }: { approval: ApprovalItem; me: string | undefined }) {
  const end = useCall('takeBackApproval', ['approval'])
  if (approval.can.takeBack !== true) return null
  const passed = approval.stages
    .find(({ stage }) => stage === approval.stage)
    ?.approvers.find(({ id, onBehalfOf, passedOn }) => passedOn && [id, onBehalfOf?.id].includes(me))
  if (!passed) return null
  const mine = passed.id !== me
  const holder = passed.onBehalfOf?.displayName
  const back = async () => {
    try {
      await end.mutateAsync({ params: { id: approval.id } })
      toast.ok(mine ? 'It is yours again' : 'Handed back', { description: `${mine ? passed.displayName : holder} has been told.` })
    } catch (error) {
      toast.bad(mine ? 'It could not be taken back' : 'It could not be handed back', { description: problemOf(error).message })
    }
  }
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <Button size="sm" loading={end.isPending} onClick={() => void back()}>
        {mine ? 'Take it back' : 'Hand it back'}
      </Button>
      <span className="text-ink-2">
        {mine ? `You have passed it on to ${passed.displayName}; you may decide all the same.` : `${holder} has passed it on to you.`}
      </span>
    </p>
  )
}
