import { paths } from '../../../paths.ts'
import { KeyValues } from '../../../ui/KeyValues.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { DateTime } from '../../../ui/Time.tsx'
import { defaultDecisionLabels, describeReviewers, describeScope, recurrenceLabels, reviewPageLabels } from './labels.ts'
import type { Review } from './types.ts'

export function ReviewFacts({ review }: { review: Review }) {
  const { scope } = review
  return (
    <Panel>
      <KeyValues
        columns={4}
        items={[
          {
            label: 'Scope',
            value: scope.accountId ? <Link href={paths.account(scope.accountId, 'access')}>{scope.name}</Link> : describeScope(scope),
          },
          { label: 'Reviewers', value: describeReviewers(review) },
          { label: 'If reviewers don’t decide', value: defaultDecisionLabels[review.defaultDecision] },
          { label: reviewPageLabels.reasonToKeep, value: review.reasonToKeep ? 'Required' : 'Optional' },
          { label: 'Started by', value: review.createdBy.displayName },
          { label: 'Opened', value: review.openedAt ? <DateTime at={review.openedAt} /> : null },
          { label: 'Due', value: <DateTime at={review.dueAt} /> },
          {
            label: 'Frequency',
            value: (
              <>
                {recurrenceLabels[review.recurrence]}
                {review.previous && (
                  <>
                    , <Link href={paths.accessReview(review.previous)}>previous review</Link>
                  </>
                )}
                {review.next && (
                  <>
                    , <Link href={paths.accessReview(review.next)}>next review</Link>
                  </>
                )}
              </>
            ),
          },
        ]}
      />
    </Panel>
  )
}
