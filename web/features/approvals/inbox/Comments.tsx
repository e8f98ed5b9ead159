import type { Approval } from '../../../shared/requestTypes.ts'
import { PersonChip } from '../../../ui/Person.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { inboxLabels } from './labels.ts'

export function Comments({ comments }: { comments: Approval['comments'] }) {
  return (
    <ol aria-label={inboxLabels.comments} className="space-y-3">
      {comments.map((comment) => (
        <li key={comment.id}>
          <p className="text-ink-2">
            <PersonChip person={comment.person} />{' '}
            <span className="text-sm">
              <RelativeTime at={comment.at} />
            </span>
          </p>
          <blockquote className="mt-1 border-l-3 border-line-mid pl-3 wrap-anywhere whitespace-pre-line">{comment.comment}</blockquote>
        </li>
      ))}
    </ol>
  )
}
