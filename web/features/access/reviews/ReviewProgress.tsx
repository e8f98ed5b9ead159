import { RunTimeline } from '../../../shared/RunTimeline.tsx'
import { count } from '../../../shared/waits.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Progress } from '../../../ui/Progress.tsx'
import { Countdown, DateTime } from '../../../ui/Time.tsx'
import { useNow } from '../../../ui/useNow.ts'
import { describeProgress, reviewPageLabels } from './labels.ts'
import type { Review } from './types.ts'

const maxNamed = 5
/** Due reviews are opened every minute. */
const startDelayMs = 2 * 60_000

export function ReviewProgress({ review }: { review: Review }) {
  const { status, progress } = review
  if (status === 'cancelled')
    return (
      <Banner tone="info" title="Review cancelled">
        “{review.cancelReason}” Nothing was removed.
      </Banner>
    )
  if (status === 'scheduled')
    return review.run ? <OpeningReview review={review} run={review.run} /> : <ScheduledReview startsAt={review.startsAt} />
  const { memberships, pending, remove } = progress
  return (
    <div className="space-y-4">
      {review.directoryAnswered === false && (
        <Banner tone="warn" title="Members added in the directory are missing">
          We couldn’t reach the directory when this review opened, so it covers only members in Slipway’s records.
        </Banner>
      )}
      {review.notReviewed.length > 0 && (
        <Banner tone="warn" title="Some members aren’t in this review">
          {review.notReviewed.slice(0, maxNamed).map(({ group, name, kind }) => (
            <p key={`${group} ${name}`} className="wrap-anywhere">
              {kind === 'group'
                ? `${group} contains the group ${name}. Its members can’t be reviewed here.`
                : `${group} contains ${name}, which isn’t a person.`}
            </p>
          ))}
          {review.notReviewed.length > maxNamed && (
            <p>And {count(review.notReviewed.length - maxNamed, 'other')}. The result lists all of them.</p>
          )}
        </Banner>
      )}
      {review.escalatedAt && (
        <Banner tone="info" title="Family owners and tower leads now review too">
          The first reviewers didn’t decide on some memberships. Without a decision, the recommendation applies.
        </Banner>
      )}
      <Panel>
        <div className="flex flex-wrap items-end gap-x-8 gap-y-3">
          <div className="min-w-56 flex-1">
            <Progress
              label={describeProgress(progress)}
              value={memberships === 0 ? 1 : (memberships - pending) / memberships}
              text={remove > 0 ? reviewPageLabels.markedForRemoval(remove) : 'No removals'}
            />
          </div>
          <p className="text-sm text-ink-2 tabular-nums">
            Closes in{' '}
            <span className="font-semibold text-ink">
              <Countdown until={review.dueAt} passed="a moment" />
            </span>
            , on <DateTime at={review.dueAt} />
          </p>
        </div>
      </Panel>
    </div>
  )
}

function OpeningReview({ review, run }: { review: Review; run: NonNullable<Review['run']> }) {
  return (
    <Panel title="Opening review" description="This takes a moment. Reviewers are notified when it’s done.">
      <RunTimeline run={run} label={`Opening ${review.name}`} />
    </Panel>
  )
}

function ScheduledReview({ startsAt }: { startsAt: string }) {
  const isWaiting = useNow('halfMinute') - new Date(startsAt).getTime() > startDelayMs
  return (
    <Banner
      tone="info"
      title={
        isWaiting ? (
          reviewPageLabels.waiting
        ) : (
          <>
            Opens on <DateTime at={startsAt} />
          </>
        )
      }
    >
      {isWaiting
        ? 'This review opens when the other review has ended.'
        : 'We then read the members from the directory and notify the reviewers.'}
    </Banner>
  )
}
