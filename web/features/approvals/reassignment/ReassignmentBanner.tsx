import type { ApprovalItem } from '../../../shared/requestTypes.ts'
import { Button } from '../../../ui/Button.tsx'
import { reassignmentLabels } from './labels.ts'
import { useRevoke } from './useRevoke.ts'

export function ReassignmentBanner({ approval, me }: { approval: ApprovalItem; me: string | undefined }) {
  const { revoke, busy } = useRevoke(approval.id)
  if (approval.can.revokeReassignment !== true) return null
  const newApprover = approval.stages
    .find(({ stage }) => stage === approval.stage)
    ?.approvers.find(({ id, onBehalfOf, reassigned }) => reassigned && [id, onBehalfOf?.id].includes(me))
  if (!newApprover) return null
  const isMine = newApprover.id !== me
  const holder = newApprover.onBehalfOf?.displayName
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <Button size="sm" loading={busy} onClick={() => void revoke(isMine, isMine ? newApprover.displayName : holder)}>
        {isMine ? reassignmentLabels.revoke : reassignmentLabels.return}
      </Button>
      <span className="text-ink-2">
        {isMine
          ? `${reassignmentLabels.done(newApprover.displayName)}. You can still decide.`
          : `${holder} reassigned this request to you.`}
      </span>
    </p>
  )
}
