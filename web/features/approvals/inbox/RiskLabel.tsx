import type { ApprovalItem } from '../../../shared/requestTypes.ts'
import { bandLabels, bandOf } from '../../../shared/risk.ts'
import { Status } from '../../../ui/Status.tsx'

export function RiskLabel({ risk }: { risk: ApprovalItem['risk'] }) {
  const band = bandOf(risk?.score ?? 0)
  if (!risk || band === 'low') return null
  return (
    <span className="shrink-0 text-xs">
      <Status tone={band === 'high' ? 'bad' : 'warn'}>
        {bandLabels[band]} {Math.round(risk.score)}
      </Status>
    </span>
  )
}
