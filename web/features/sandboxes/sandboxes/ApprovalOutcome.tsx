import { UserCheck, Zap } from 'lucide-react'
import type { ReactNode } from 'react'
import { ApprovalStagesPreview } from '../../../shared/ApprovalStages.tsx'
import { cx } from '../../../ui/cx.ts'
import type { Icon } from '../../../ui/icon.ts'
import { requestFormLabels } from './pageLabels.ts'
import type { SandboxRequestCheck } from './types.ts'

interface ApprovalOutcomeProps {
  outcome: Pick<SandboxRequestCheck, 'automatic' | 'decisionReasons' | 'preview'>
  /** The effect of the submission if no approval is needed. */
  effect: string
}

/** Says whether a request is approved automatically, or who decides. */
export function ApprovalOutcome({ outcome, effect }: ApprovalOutcomeProps) {
  if (outcome.automatic) {
    return (
      <>
        <Line icon={Zap} tone="text-ok">
          <strong className="font-semibold">{requestFormLabels.noApproval}</strong> {effect}
        </Line>
        <Reasons reasons={outcome.decisionReasons} />
      </>
    )
  }
  return (
    <>
      {outcome.preview ? (
        <ApprovalStagesPreview preview={outcome.preview} />
      ) : (
        <Line icon={UserCheck} tone="text-info">
          This request needs approval. Complete the form to see the approvers.
        </Line>
      )}
      {!outcome.preview?.automatic && <Reasons reasons={outcome.decisionReasons} />}
    </>
  )
}

function Reasons({ reasons }: { reasons: readonly string[] }) {
  if (reasons.length === 0) return null
  return (
    <ul className="mt-3 space-y-1 border-t border-line pt-3 text-sm text-ink-2">
      {reasons.map((reason) => (
        <li key={reason}>{reason}</li>
      ))}
    </ul>
  )
}

export function Line({ icon: Glyph, tone, children }: { icon: Icon; tone: string; children: ReactNode }) {
  return (
    <p className="flex gap-2.5">
      <Glyph size={16} aria-hidden className={cx('mt-0.5 shrink-0', tone)} />
      <span className="min-w-0">{children}</span>
    </p>
  )
}
