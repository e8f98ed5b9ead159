import { cx } from './cx.ts'
import type { Tone } from './Status.tsx'

const fills: Record<Tone | 'unknown', string> = {
  neutral: 'bg-ink-3',
  info: 'bg-info',
  ok: 'bg-ok',
  warn: 'bg-warn',
  bad: 'bg-bad',
  busy: 'bg-accent',
  unknown: 'border border-line-strong bg-[repeating-linear-gradient(135deg,var(--line-mid)_0_2px,transparent_2px_6px)]',
}
export type ShareTone = keyof typeof fills

/**
 * The parts of a whole. The bar has no text, because the page shows the numbers beside it. `max` makes bars comparable (default: the sum).
 */
export function ShareBar({
  parts,
  max,
  size = 'md',
}: {
  parts: readonly { key: string; value: number; tone: ShareTone }[]
  max?: number
  size?: 'md' | 'lg'
}) {
  const sum = parts.reduce((total, { value }) => total + value, 0)
  const whole = Math.max(1, max ?? sum)
  return (
    <div aria-hidden="true" className={cx('flex gap-0.5 overflow-hidden rounded-sm bg-sunken', size === 'lg' ? 'h-7' : 'h-3.5')}>
      {parts
        .filter(({ value }) => value > 0)
        .map(({ key, value, tone }) => (
          <span key={key} className={cx('block min-w-1', fills[tone])} style={{ width: `calc(${(value / whole) * 100}% - 2px)` }} />
        ))}
    </div>
  )
}

export function ShareMark({ tone }: { tone: ShareTone }) {
  return <span aria-hidden="true" className={cx('inline-block size-2.5 shrink-0 rounded-sm', fills[tone])} />
}
