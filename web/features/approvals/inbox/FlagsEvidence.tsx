import { CircleCheck } from 'lucide-react'
import type { ApprovalWithEvidence } from '../../../shared/requestTypes.ts'
import { bandOf } from '../../../shared/risk.ts'
import { cx } from '../../../ui/cx.ts'
import { toneIcon, toneText } from '../../../ui/Status.tsx'
import { inboxLabels } from './labels.ts'

const order: Record<string, number> = { bad: 0, warn: 1, info: 2 }

export function FlagsEvidence({ flags, risk }: { flags: ApprovalWithEvidence['evidence']['flags']; risk: ApprovalWithEvidence['risk'] }) {
  if (flags.length === 0) {
    if (!risk || bandOf(risk.score) !== 'low')
      return <p className="text-ink-2">{risk ? inboxLabels.noWarningsBesidesRisk : inboxLabels.noWarnings}</p>
    return (
      <p className="flex gap-2">
        <CircleCheck size={16} aria-hidden className="mt-0.5 shrink-0 text-ok" />
        {inboxLabels.noWarnings}
      </p>
    )
  }
  return (
    <ul className="space-y-1.5">
      {flags
        .toSorted((left, right) => (order[left.tone] ?? 9) - (order[right.tone] ?? 9))
        .map((flag) => {
          const Glyph = toneIcon[flag.tone]
          return (
            <li key={flag.text} className="flex gap-2">
              <Glyph size={16} aria-hidden className={cx('mt-0.5 shrink-0', toneText[flag.tone])} />
              <span>
                {flag.tone === 'bad' && <span className="sr-only">Serious: </span>}
                {flag.tone === 'warn' && <span className="sr-only">Careful: </span>}
                {flag.text}
              </span>
            </li>
          )
        })}
    </ul>
  )
}
