import { Banner } from '../ui/Banner.tsx'
import { approvalLabels } from './approvalLabels.ts'
import { lastVote, VoteComment } from './lastVote.tsx'
import { ResubmitDeadline } from './ResubmitDeadline.tsx'
import type { Approval } from './requestTypes.ts'
import { count } from './waits.ts'

/** Shows, above the form that edits a request, the comment of the approver who requested changes, or the votes that an edit discards. */
export function ResubmitBanner({ approvals }: { approvals: readonly Approval[] }) {
  const round = approvals.at(-1)
  const vote = lastVote(approvals)
  if (round?.status === 'changes_requested' && vote)
    return (
      <Banner tone="warn" title={approvalLabels.changesRequestedBy(vote.person.displayName)}>
        <VoteComment vote={vote} />
        <p className="mt-1">{approvalLabels.restartsApproval}</p>
        <ResubmitDeadline approvals={approvals} />
      </Banner>
    )
  const voters = round?.stages.flatMap(({ decisions }) => decisions.map(({ person }) => person.displayName)) ?? []
  if (voters.length === 0) return <Banner tone="info" title={approvalLabels.restartsApproval} />
  return (
    <Banner tone="warn" title={`${count(voters.length, 'vote')} will no longer count`}>
      {voters.join(', ')} already voted and will need to vote again. Approvers need to review the new version.
    </Banner>
  )
}
