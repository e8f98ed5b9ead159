import { useWorkActions } from '../../../shared/useWorkActions.ts'
import { WorkTimeline } from '../../../shared/WorkTimeline.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Progress } from '../../../ui/Progress.tsx'
import { Countdown, DateTime } from '../../../ui/Time.tsx'
import type { Review } from './types.ts'
import { progressWords } from './words.ts'

const mostNamed = 5

export function ReviewProgress({ review }: { review: Review }) {
  const { status, progress } = review
  if (status === 'cancelled')
    return (
      <Banner tone="info" title="It was called off">
        “{review.cancelledBecause}” Nothing was removed.
      </Banner>
    )
  if (status === 'scheduled')
    return review.work ? (
      <Opening review={review} work={review.work} />
    ) : (
      <Banner
        tone="info"
        title={
          <>
            It opens on <DateTime at={review.startsAt} />
          </>
        }
      >
        Whoever is in the groups then is written down, and those who decide are told.
      </Banner>
    )
  const { memberships, undecided, remove } = progress
  return (
    <div className="space-y-4">
      {review.directoryAnswered === false && (
        <Banner tone="warn" title="People let in by hand are missing">
          The directory did not answer when this review opened, so it holds only those whom Slipway let in.
        </Banner>
      )}
      {review.notReviewed.length > 0 && (
        <Banner tone="warn" title="Not everybody is in this review">
          {review.notReviewed.slice(0, mostNamed).map(({ group, name, kind }) => (
            <p key={`${group} ${name}`} className="wrap-anywhere">
              {kind === 'group'
                ? `The group ${name} is in ${group}: those who come through it cannot be decided on here.`
                : `${name} is in ${group} and is no person.`}
            </p>
          ))}
          {review.notReviewed.length > mostNamed && <p>And {review.notReviewed.length - mostNamed} more; the result names them all.</p>}
        </Banner>
      )}
      {review.escalatedAt && (
        <Banner tone="info" title="The family’s owners and the tower’s leads have been asked too">
          Those asked first left something open. What is still open at the end is done as recommended.
        </Banner>
      )}
      <Panel>
        <div className="flex flex-wrap items-end gap-x-8 gap-y-3">
          <div className="min-w-56 flex-1">
            <Progress
              label={progressWords(progress)}
              value={memberships === 0 ? 1 : (memberships - undecided) / memberships}
              text={remove > 0 ? `${remove} to be removed` : 'nobody to be removed'}
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

function Opening({ review, work }: { review: Review; work: NonNullable<Review['work']> }) {
  const { onRetry, onSkip } = useWorkActions(work.id)
  return (
    <Panel title="It is being opened" description="This takes a moment; those who decide are told when it is done.">
      <WorkTimeline run={work} label={`Opening ${review.name}`} onRetry={onRetry} onSkip={onSkip} />
    </Panel>
  )
}
