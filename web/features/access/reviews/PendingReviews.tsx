import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { listAccessReviews } from '../../../api/reviewQueries.ts'
import { paths } from '../../../paths.ts'
import { count } from '../../../shared/waits.ts'
import { Button } from '../../../ui/Button.tsx'
import { BareLink } from '../../../ui/Link.tsx'
import { Progress } from '../../../ui/Progress.tsx'
import { Countdown } from '../../../ui/Time.tsx'
import { describeScope, reviewPageLabels } from './labels.ts'
import type { ReviewSummary } from './types.ts'

export function PendingReviews() {
  const { data } = useQuery(listAccessReviews({ show: 'decide', sort: 'dueAt', size: 50 }))
  if (!data || data.items.length === 0) return null
  return (
    <section>
      <h2 className="mb-2 text-md font-semibold">Your reviews</h2>
      <ul className="grid gap-3 md:grid-cols-2 2xl:grid-cols-3">
        {data.items.map((review) => (
          <Card key={review.id} review={review} />
        ))}
      </ul>
    </section>
  )
}

function Card({ review }: { review: ReviewSummary }) {
  const { mine, minePending } = review.progress
  const hasPending = minePending > 0
  return (
    <li className="flex flex-col gap-3 rounded-md border border-line bg-surface p-4">
      <div>
        <BareLink href={paths.accessReview(review.id)} className="rounded-sm font-medium wrap-anywhere hover:text-accent">
          {review.name}
        </BareLink>
        <p className="text-sm wrap-anywhere text-ink-2">
          {describeScope(review.scope)} · started by {review.createdBy.displayName}
        </p>
      </div>
      <Progress
        label={hasPending ? `${count(minePending, 'decision')} left` : 'No decisions left'}
        value={mine === 0 ? 1 : (mine - minePending) / mine}
        text={`${mine - minePending} of ${mine}`}
      />
      <div className="mt-auto flex items-center justify-between gap-3">
        <span className="text-sm text-ink-2 tabular-nums">
          Closes in <Countdown until={review.dueAt} passed="a moment" />
        </span>
        <Button size="sm" variant={hasPending ? 'primary' : 'secondary'} iconEnd={ArrowRight} href={paths.accessReview(review.id)}>
          {hasPending ? reviewPageLabels.decide : 'View'}
          <span className="sr-only"> {review.name}</span>
        </Button>
      </div>
    </li>
  )
}
