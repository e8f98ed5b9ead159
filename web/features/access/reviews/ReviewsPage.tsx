import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ListChecks, Plus } from 'lucide-react'
import { listAccessReviews } from '../../../api/reviewQueries.ts'
import { paths } from '../../../paths.ts'
import { AccessPage } from '../../../shared/AccessPage.tsx'
import { LoadError } from '../../../shared/LoadError.tsx'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { useNavigateTo } from '../../../shared/useNavigateTo.ts'
import { Button } from '../../../ui/Button.tsx'
import { DataTable } from '../../../ui/DataTable.tsx'
import { emptyCell } from '../../../ui/emptyCell.tsx'
import { Link } from '../../../ui/Link.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { DateTime, RelativeTime } from '../../../ui/Time.tsx'
import type { Column } from '../../../ui/tableTypes.ts'
import { describeScope, reviewPageLabels, scopeLabels } from './labels.ts'
import { PendingReviews } from './PendingReviews.tsx'
import { ReviewStatus } from './ReviewStatus.tsx'
import type { ReviewSummary } from './types.ts'

const route = getRouteApi('/access/reviews')

export function ReviewsPage() {
  const navigateTo = useNavigateTo()
  const { page = 1, size = 25 } = route.useSearch()
  const list = useQuery(listAccessReviews({ page, size }))
  const isEmpty = list.data?.total === 0
  const startButton = (
    <Button variant="primary" icon={Plus} href={paths.newAccessReview()} disabledReason={list.data && reasonOf(list.data, 'create')}>
      {reviewPageLabels.create}
    </Button>
  )
  return (
    <AccessPage
      part="reviews"
      description="Reviewers decide who still needs access. Access they remove is revoked, and the result is kept as evidence."
      actions={startButton}
    >
      <div className="space-y-6">
        <PendingReviews />
        <section>
          <h2 className="mb-2 text-md font-semibold">All reviews</h2>
          <DataTable
            label="Access reviews"
            columns={columns}
            rows={list.data?.items}
            rowId={(review) => review.id}
            {...(list.data &&
              !isEmpty && { page: { page, size, total: list.data.total }, onPage: (to) => navigateTo(paths.accessReviews(to)) })}
            stale={list.isPlaceholderData}
            error={
              list.error && !list.data ? (
                <LoadError subject="the reviews" error={list.error} onRetry={() => void list.refetch()} />
              ) : undefined
            }
            empty={
              <EmptyState icon={ListChecks} title="No reviews yet">
                In a review, owners or managers decide who still needs access. Start with your most important account.
              </EmptyState>
            }
          />
        </section>
      </div>
    </AccessPage>
  )
}

const columns: Column<ReviewSummary>[] = [
  {
    id: 'name',
    header: 'Review',
    width: 320,
    rowHeader: true,
    cell: (review) => (
      <Link variant="name" href={paths.accessReview(review.id)} title={review.reference}>
        {review.name}
      </Link>
    ),
  },
  { id: 'status', header: 'Status', width: 160, cell: (review) => <ReviewStatus status={review.status} /> },
  {
    id: 'scope',
    header: 'Scope',
    width: 270,
    cell: ({ scope }) => (
      <span className="block truncate">
        <span className="text-ink-2">{scopeLabels[scope.kind]}</span> {describeScope(scope)}
      </span>
    ),
  },
  {
    id: 'progress',
    header: 'Decided',
    width: 110,
    cell: ({ status, progress: { memberships, pending } }) =>
      status === 'scheduled' ? emptyCell : `${memberships - pending} of ${memberships}`,
  },
  { id: 'when', header: 'Date', width: 160, cell: (review) => <ReviewDates review={review} /> },
  { id: 'by', header: 'Started by', width: 160, cell: (review) => review.createdBy.displayName },
]

function ReviewDates({ review: { status, startsAt, dueAt, appliedAt } }: { review: ReviewSummary }) {
  if (status === 'scheduled')
    return (
      <span>
        Starts <DateTime at={startsAt} time={false} />
      </span>
    )
  if (status !== 'open') return <DateTime at={appliedAt ?? dueAt} time={false} />
  return (
    // The relative position keeps hidden text for screen readers inside the cell.
    <span className="relative">
      Due <RelativeTime at={dueAt} />
    </span>
  )
}
