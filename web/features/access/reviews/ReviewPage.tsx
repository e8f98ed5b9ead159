import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Ban, Download, ListChecks } from 'lucide-react'
import { useState } from 'react'
import { problemOf } from '../../../api/problem.ts'
import { getAccessReview } from '../../../api/reviewQueries.ts'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { paths } from '../../../paths.ts'
import { Activity } from '../../../shared/Activity.tsx'
import { ConfirmDialog } from '../../../shared/ConfirmDialog.tsx'
import { Loading } from '../../../shared/Loading.tsx'
import { isAllowed, reasonOf } from '../../../shared/reasonOf.ts'
import { Button } from '../../../ui/Button.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { CancelReviewDialog } from './CancelReviewDialog.tsx'
import { downloadReview } from './downloadReview.ts'
import { describeScope, reviewPageLabels, scopeLabels } from './labels.ts'
import { ReviewFacts } from './ReviewFacts.tsx'
import { ReviewItems } from './ReviewItems.tsx'
import { ReviewProgress } from './ReviewProgress.tsx'
import { ReviewResult } from './ReviewResult.tsx'
import { ReviewStatus } from './ReviewStatus.tsx'
import type { Review } from './types.ts'

const route = getRouteApi('/access/reviews/$id')
const breadcrumbs = [{ label: 'Access reviews', href: paths.accessReviews() }]

export function ReviewPage() {
  const { id } = route.useParams()
  const review = useQuery(getAccessReview(id))
  if (!review.data) {
    return (
      <Page title="Access review" breadcrumbs={breadcrumbs}>
        <Panel>
          <Loading subject="this review" query={review} lines={10} />
        </Panel>
      </Page>
    )
  }
  return <PageContent review={review.data} />
}

function PageContent({ review }: { review: Review }) {
  const { status, scope, progress } = review
  const [pendingAction, setPendingAction] = useState<'close' | 'cancel'>()
  const [isSaving, setIsSaving] = useState(false)
  const close = useCall('closeAccessReview', ['accessReview'])
  const save = async () => {
    setIsSaving(true)
    try {
      await downloadReview(review)
    } catch (error) {
      toast.bad('Couldn’t download the review', { description: problemOf(error).message })
    }
    setIsSaving(false)
  }
  const isOver = status === 'applied' || status === 'closing' || status === 'cancelled'
  return (
    <Page
      title={review.name}
      breadcrumbs={breadcrumbs}
      aside={<ReviewStatus status={status} pill />}
      description={
        <>
          {review.reference} · {scopeLabels[scope.kind]} <span className="font-medium text-ink">{describeScope(scope)}</span>
        </>
      }
      actions={
        <>
          <Button icon={Download} loading={isSaving} disabledReason={reasonOf(review, 'export')} onClick={() => void save()}>
            {status === 'applied' ? reviewPageLabels.download : 'Download CSV'}
          </Button>
          {!isOver && (
            <>
              <Button icon={Ban} disabledReason={reasonOf(review, 'cancel')} onClick={() => setPendingAction('cancel')}>
                {reviewPageLabels.cancel}
              </Button>
              <Button
                variant="primary"
                icon={ListChecks}
                disabledReason={reasonOf(review, 'close')}
                onClick={() => setPendingAction('close')}
              >
                {reviewPageLabels.close}
              </Button>
            </>
          )}
        </>
      }
    >
      <div className="space-y-4">
        {status === 'closing' || status === 'applied' ? <ReviewResult review={review} /> : <ReviewProgress review={review} />}
        <ReviewFacts review={review} />
        {status !== 'scheduled' && <ReviewItems review={review} />}
        {isAllowed(review, 'follow') && (
          <Panel title="Activity">
            <Activity kind="accessReview" id={review.id} />
          </Panel>
        )}
      </div>
      <ConfirmDialog
        open={pendingAction === 'close'}
        onOpenChange={() => setPendingAction(undefined)}
        title={`Close ${review.name}?`}
        confirmLabel={reviewPageLabels.close}
        tone={progress.remove > 0 ? 'danger' : 'primary'}
        onConfirm={async () => {
          await close.mutateAsync({ params: { id: review.id }, headers: ifMatch(review.version) })
          toast.ok('Applying decisions')
        }}
      >
        <p>
          {progress.remove === 0 ? 'All members keep access.' : `${reviewPageLabels.removals(progress.remove)}, ${progress.keep} kept.`} You
          can’t change decisions afterwards. People who still need access can request it again.
        </p>
      </ConfirmDialog>
      {pendingAction === 'cancel' && <CancelReviewDialog review={review} onOpenChange={() => setPendingAction(undefined)} />}
    </Page>
  )
}
