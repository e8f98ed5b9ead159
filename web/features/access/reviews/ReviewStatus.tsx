import { Status } from '../../../ui/Status.tsx'
import type { ReviewSummary } from './types.ts'
import { statusFaces } from './words.ts'

export function ReviewStatus({ status, pill = false }: { status: ReviewSummary['status']; pill?: boolean }) {
  const { tone, word, icon } = statusFaces[status]
  return (
    <Status tone={tone} pill={pill} {...(icon && { icon })}>
      {word}
    </Status>
  )
}
