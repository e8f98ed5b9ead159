import type { Approval, ApprovalStage } from './requestTypes.ts'

type Vote = ApprovalStage['decisions'][number]

export function lastVote(approvals: readonly Pick<Approval, 'stages'>[]): Vote | undefined {
  return approvals
    .at(-1)
    ?.stages.flatMap((stage) => stage.decisions)
    .at(-1)
}

export function VoteComment({ vote }: { vote: Vote | undefined }) {
  if (!vote?.comment) return null
  return <blockquote className="mt-1 border-l-3 border-line-mid pl-3 whitespace-pre-line text-ink">{vote.comment}</blockquote>
}
