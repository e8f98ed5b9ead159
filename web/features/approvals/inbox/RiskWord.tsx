import type { ApprovalItem } from '../../../shared/requestTypes.ts'
import { bandLabels, bandOf } from '../../../shared/risk.ts'
import { Status } from '../../../ui/Status.tsx'

/** Low risks show nothing, so that others stand out. */
export function RiskWord({ risk }: { risk: ApprovalItem['risk'] }) {
  const band = bandOf(risk?.score ?? 0)
  if (!risk || band === 'low') return null
  return (
    <span className="text-sm">
      <Status tone={band === 'high' ? 'bad' : 'warn'}>
        {bandLabels[band]} {Math.round(risk.score)}
      </Status>
    </span>
  )
}
