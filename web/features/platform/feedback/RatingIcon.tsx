import { Status } from '../../../ui/Status.tsx'
import { feedbackStatusDisplays, ratingOf } from './labels.ts'
import type { Feedback } from './types.ts'

export function RatingIcon({ rating }: { rating: number }) {
  const { label, icon: Glyph } = ratingOf(rating)
  return (
    <span className="inline-flex items-center gap-1.5 align-bottom">
      <Glyph size={16} aria-hidden className="shrink-0 text-ink-2" />
      {label}
      <span className="sr-only">, {rating} of 5</span>
    </span>
  )
}

export function FeedbackStatus({ status }: { status: Feedback['status'] }) {
  const { label, tone, icon } = feedbackStatusDisplays[status]
  return (
    <Status tone={tone} {...(icon && { icon })}>
      {label}
    </Status>
  )
}
