import { Status } from '../../../ui/Status.tsx'
import { scoreTone } from './healthLabels.ts'

export function HealthScore({ score }: { score: number | null }) {
  if (score === null) return <span className="text-ink-3">–</span>
  return (
    <Status tone={scoreTone(score)}>
      <span className="tabular-nums">{score}</span>
      <span className="sr-only"> of 100</span>
    </Status>
  )
}
