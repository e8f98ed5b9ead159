import { CircleCheck } from 'lucide-react'
import type { ApprovalWithEvidence } from '../../../shared/requestTypes.ts'
import { cx } from '../../../ui/cx.ts'
import { toneIcon, toneText } from '../../../ui/Status.tsx'

const order: Record<string, number> = { bad: 0, warn: 1, info: 2 }

export function FlagsEvidence({ flags }: { flags: ApprovalWithEvidence['evidence']['flags'] }) {
  if (flags.length === 0) {
    return (
      <p className="flex gap-2">
        <CircleCheck size={16} aria-hidden className="mt-0.5 shrink-0 text-ok" />
        No warnings.
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
