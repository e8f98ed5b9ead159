import { Status } from '../../../ui/Status.tsx'
import { pointsOf, scoreTone } from './healthLabels.ts'

/** Shows the health of an account in a list, such as `74`, or `59 of 65` if only 65 points are known. */
export function HealthScore({ account }: { account: { health: number | null; healthKnown: number | null } }) {
  const { health: score, healthKnown: known } = account
  if (score === null || known === null) return <span className="text-ink-3">–</span>
  return (
    <Status tone={scoreTone({ score, known })}>
      {known === 100 ? (
        <>
          <span className="tabular-nums">{score}</span>
          <span className="sr-only"> of 100</span>
        </>
      ) : (
        <>
          <span className="tabular-nums">
            {pointsOf({ score, known })} of {known}
          </span>
          <span className="sr-only"> known</span>
        </>
      )}
    </Status>
  )
}
