import { emptyCell } from '../../../ui/emptyCell.tsx'
import { Status } from '../../../ui/Status.tsx'
import { pointsOf, scoreTone } from './healthLabels.ts'

export function HealthScore({ account }: { account: { health: number | null; healthKnown: number | null } }) {
  const { health: score, healthKnown: known } = account
  if (score === null || known === null) return emptyCell
  return (
    <Status tone={scoreTone({ score, known })}>
      <span className="tabular-nums">
        {pointsOf({ score, known })} of {known}
      </span>
      {known < 100 && <span className="sr-only"> known</span>}
    </Status>
  )
}
