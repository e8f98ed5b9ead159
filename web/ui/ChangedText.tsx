import { cx } from './cx.ts'
import type { Segment } from './textDiff.ts'

const sideClass = {
  before: 'rounded-sm bg-bad-soft px-1 decoration-bad/60',
  after: 'rounded-sm bg-ok-soft px-1 font-medium no-underline',
} as const

/** Only the differences are marked, with `del` or `ins` for screen readers. A short value never wraps. */
export function ChangedText({ side, segments }: { side: 'before' | 'after'; segments: readonly Segment[] }) {
  const Mark = side === 'before' ? 'del' : 'ins'
  return segments.map(({ text, changed }, index) => {
    const key = `${index} ${text}`
    if (!changed) return <span key={key}>{text}</span>
    return (
      <Mark key={key} className={cx(sideClass[side], text.length <= 16 && 'whitespace-nowrap')}>
        {text}
      </Mark>
    )
  })
}
