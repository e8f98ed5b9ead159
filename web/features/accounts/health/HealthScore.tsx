import { emptyCell } from '../../../ui/emptyCell.tsx'
import { Status } from '../../../ui/Status.tsx'
import { describeScore, healthBand, partStateLabels, scoreTone } from './healthLabels.ts'

export function HealthScore({ account }: { account: { status: string; health: number | null; healthKnown: number | null } }) {
  const { health: score, healthKnown: known } = account
  if (score === null || known === null)
    return account.status === 'active' ? <span className="text-ink-2">{partStateLabels.unknown}</span> : emptyCell
  return (
    <Status tone={scoreTone({ score, known })}>
      <span className="tabular-nums">{describeScore({ score, known })}</span>
      <span className="sr-only">, {healthBand({ score, known })}</span>
    </Status>
  )
}
