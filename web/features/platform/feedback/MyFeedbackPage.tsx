import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { MessageSquareHeart } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { getFeedback, listMyFeedback } from '../../../api/feedbackQueries.ts'
import { getMe } from '../../../api/queries.ts'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { paths } from '../../../paths.ts'
import { ConfirmDialog } from '../../../shared/ConfirmDialog.tsx'
import { Loading } from '../../../shared/Loading.tsx'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Page } from '../../../ui/Page.tsx'
import { PageLinks } from '../../../ui/PageLinks.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { FeedbackPicture } from './FeedbackPicture.tsx'
import { feedbackTabs } from './feedbackTabs.ts'
import { categoryLabels } from './labels.ts'
import { FeedbackStatus, RatingIcon } from './RatingIcon.tsx'
import type { Feedback } from './types.ts'

const route = getRouteApi('/feedback')
const size = 25

export function MyFeedbackPage() {
  const { id, page = 1 } = route.useSearch()
  const currentUser = useQuery(getMe()).data
  const list = useQuery(listMyFeedback(page))
  const items = list.data?.items
  // A notification can link to feedback that isn't on the current page of the list.
  const separateFeedback = useQuery({
    ...getFeedback(id ?? ''),
    enabled: id !== undefined && items !== undefined && !items.some((item) => item.id === id),
  })
  const visibleFeedback = items && (separateFeedback.data ? [separateFeedback.data, ...items] : items)
  const [feedbackToWithdraw, setFeedbackToWithdraw] = useState<Feedback>()
  const deleteFeedback = useCall('deleteFeedback', ['feedback'])
  const last = Math.max(1, Math.ceil((list.data?.total ?? 0) / size))
  const isResponsible = currentUser?.roles.includes('admin') || currentUser?.roles.includes('auditor')
  return (
    <Page
      title={isResponsible ? 'Feedback' : 'My feedback'}
      description="Your feedback and its status. We’ll notify you of a reply."
      width="narrow"
      {...(isResponsible && { tabs: <Tabs label="Feedback" current="mine" items={feedbackTabs} /> })}
    >
      {!visibleFeedback ? (
        <Panel>
          <Loading subject="your feedback" query={list} lines={6} />
        </Panel>
      ) : visibleFeedback.length === 0 ? (
        <EmptyState icon={MessageSquareHeart} title="You haven’t sent any feedback yet">
          Select the speech bubble at the top of any screen to send feedback.
        </EmptyState>
      ) : (
        <Panel
          title="Sent feedback"
          flush
          footer={last > 1 && <PageLinks page={page} pages={last} linkTo={(to) => ({ href: paths.myFeedback(undefined, to) })} />}
        >
          <ul className="divide-y divide-line">
            {visibleFeedback.map((feedback) => (
              <Row key={feedback.id} feedback={feedback} marked={feedback.id === id} onUndo={() => setFeedbackToWithdraw(feedback)} />
            ))}
          </ul>
        </Panel>
      )}
      {feedbackToWithdraw && (
        <ConfirmDialog
          open
          onOpenChange={(next) => !next && setFeedbackToWithdraw(undefined)}
          tone="danger"
          title={`Withdraw ${feedbackToWithdraw.reference}?`}
          confirmLabel="Withdraw feedback"
          onConfirm={async () => {
            await deleteFeedback.mutateAsync({ params: { id: feedbackToWithdraw.id }, headers: ifMatch(feedbackToWithdraw.version) })
            toast.ok('Feedback withdrawn')
          }}
        >
          <p>This permanently deletes your feedback. Administrators haven’t read it yet.</p>
        </ConfirmDialog>
      )}
    </Page>
  )
}

function Row({ feedback, marked, onUndo }: { feedback: Feedback; marked: boolean; onUndo: () => void }) {
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (marked) row.current?.scrollIntoView({ block: 'nearest' })
  }, [marked])
  const { reference, rating, category, text, status, note, answeredAt, createdAt } = feedback
  return (
    <li
      ref={row}
      aria-current={marked || undefined}
      className={cx('flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3', marked && 'bg-selected')}
    >
      <div className="min-w-0 flex-1 basis-72 space-y-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-medium">{reference}</span>
          <FeedbackStatus status={status} />
        </p>
        {text && <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>}
        <FeedbackPicture feedback={feedback} />
        {note && (
          <p className="border-l-2 border-accent pl-3 whitespace-pre-wrap wrap-anywhere">
            <span className="sr-only">Answer: </span>
            {note}
          </p>
        )}
        <p className="flex flex-wrap items-center gap-x-3 text-sm text-ink-2">
          <RatingIcon rating={rating} />
          <span>{categoryLabels[category]}</span>
          <span>
            sent <RelativeTime at={createdAt} />
          </span>
          {answeredAt && (
            <span>
              replied <RelativeTime at={answeredAt} />
            </span>
          )}
        </p>
      </div>
      <Button size="sm" aria-label={`Withdraw ${reference}`} disabledReason={reasonOf(feedback, 'delete')} onClick={onUndo}>
        Withdraw
      </Button>
    </li>
  )
}
