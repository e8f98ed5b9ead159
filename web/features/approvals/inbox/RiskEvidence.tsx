import type { ApprovalItem } from '../../../shared/requestTypes.ts'
import { bandLabels, bandOf } from '../../../shared/risk.ts'
import { Meter } from '../../../ui/Charts.tsx'
import { inboxLabels } from './labels.ts'

export function RiskEvidence({ risk, hasSeriousWarning }: { risk: ApprovalItem['risk']; hasSeriousWarning: boolean }) {
  if (!risk) return <p className="text-ink-2">Not scored (older request).</p>
  const score = Math.round(risk.score)
  return (
    <div className="grid gap-x-8 gap-y-2 sm:grid-cols-[14rem_minmax(0,1fr)]">
      <div>
        <Meter label={bandLabels[bandOf(score)]} value={score} max={100} text={`${score} of 100`} warnAt={0.25} badAt={0.5} />
        {hasSeriousWarning && <p className="mt-1 text-sm text-ink-2">{inboxLabels.warningsNotScored}</p>}
      </div>
      {risk.reasons.length === 0 ? (
        bandOf(score) === 'low' && <p className="text-ink-2">{inboxLabels.noRisks}</p>
      ) : (
        <ul className="space-y-1" aria-label="Reasons">
          {risk.reasons.map((reason) => (
            <li key={reason} className="flex gap-2">
              <span aria-hidden className="mt-[0.55em] size-1.5 shrink-0 rounded-full bg-line-strong" />
              {reason}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
