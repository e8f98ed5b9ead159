import { Vote } from '../../../shared/ApprovalStages.tsx'
import { labelOf } from '../../../shared/factLabels.ts'
import type { ApprovalWithEvidence } from '../../../shared/requestTypes.ts'
import { Diff } from '../../../ui/Diff.tsx'
import { Comments } from './Comments.tsx'
import { inboxLabels } from './labels.ts'

export function PreviousRound({ round }: { round: NonNullable<ApprovalWithEvidence['previousRound']> }) {
  const { votes, comments, changes } = round
  const rows = changes?.map((row) => ({ ...row, before: labelOf(row.key, row.before), after: labelOf(row.key, row.after) }))
  return (
    <div className="space-y-3">
      {votes.map((vote) => (
        <Vote key={vote.at} vote={vote} />
      ))}
      {comments.length > 0 && <Comments comments={comments} />}
      {rows && rows.length > 0 ? (
        <Diff rows={rows} />
      ) : (
        <p className="text-ink-2">{rows ? inboxLabels.noChanges : inboxLabels.changesNotRecorded}</p>
      )}
    </div>
  )
}
