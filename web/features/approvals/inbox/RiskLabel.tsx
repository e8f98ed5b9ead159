import type { ApprovalItem } from '../../../shared/requestTypes.ts'
import { bandLabels, bandOf } from '../../../shared/risk.ts'
import { count } from '../../../shared/waits.ts'
import { Status } from '../../../ui/Status.tsx'

const tones = { low: 'neutral', medium: 'warn', high: 'bad' } as const

/** @param detailed also shows a low risk, and the number of reasons */
export function RiskLabel({ risk, detailed = false }: { risk: ApprovalItem['risk']; detailed?: boolean }) {
  const band = bandOf(risk?.score ?? 0)
  if (!risk || (band === 'low' && !detailed)) return null
  return (
    <span className="shrink-0 text-xs">
      <Status tone={tones[band]}>
        {bandLabels[band]} {Math.round(risk.score)}
        {detailed && risk.reasons.length > 0 && ` (${count(risk.reasons.length, 'reason')})`}
      </Status>
    </span>
  )
}
