import { Status } from '../../../ui/Status.tsx'
import type { ReviewSummary } from './types.ts'
import { statusFaces } from './words.ts'

/** How a review stands, as icon and word. */
export function ReviewStatus({ status, pill = false }: { status: ReviewSummary['status']; pill?: boolean }) {
  const { tone, word, icon } = statusFaces[status]
  return (
    <Status tone={tone} pill={pill} {...(icon && { icon })}>
      {word}
    </Status>
  )
}
