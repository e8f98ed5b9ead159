import { Status } from '../../../ui/Status.tsx'
import { statusDisplays } from './labels.ts'
import type { ReviewSummary } from './types.ts'

export function ReviewStatus({ status, pill = false }: { status: ReviewSummary['status']; pill?: boolean }) {
  const { tone, label, icon } = statusDisplays[status]
  return (
    <Status tone={tone} pill={pill} {...(icon && { icon })}>
      {label}
    </Status>
  )
}
