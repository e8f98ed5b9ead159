import { useQuery } from '@tanstack/react-query'
import { getAccountApproval } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { ApprovalStages } from '../../../shared/ApprovalStages.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import type { ApprovalPolicy } from './types.ts'

export function PolicyDecision({ policy }: { policy: ApprovalPolicy }) {
  const { approvalId, createdBy, proposedAt, changeNote } = policy
  const approval = useQuery({ ...getAccountApproval(approvalId ?? ''), enabled: approvalId !== null }).data
  if (!approvalId || !approval) return null
  return (
    <Panel
      title={approval.status === 'pending' ? 'Pending approval' : 'Approvals'}
      description={
        <>
          {createdBy?.displayName ?? approval.requester.displayName} proposed it
          {proposedAt && (
            <>
              {' '}
              <RelativeTime at={proposedAt} />
            </>
          )}
          {changeNote && `: “${changeNote}”`}
        </>
      }
      actions={<Link href={paths.approvals(approvalId, 'all')}>Open approval</Link>}
    >
      <ApprovalStages approval={approval} />
    </Panel>
  )
}
