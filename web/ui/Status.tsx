import { CircleAlert, CircleCheck, CircleDashed, CircleSlash, Info, LoaderCircle, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import type { Icon } from './icon.ts'

/** A status is never shown by colour alone. */
export type Tone = 'neutral' | 'info' | 'ok' | 'warn' | 'bad' | 'busy'

export const toneIcon: Record<Tone, Icon> = {
  neutral: CircleDashed,
  info: Info,
  ok: CircleCheck,
  warn: TriangleAlert,
  bad: CircleAlert,
  busy: LoaderCircle,
}
export const toneText: Record<Tone, string> = {
  neutral: 'text-ink-2',
  info: 'text-info',
  ok: 'text-ok',
  warn: 'text-warn',
  bad: 'text-bad',
  busy: 'text-accent',
}
export const toneSoft: Record<Tone, string> = {
  neutral: 'bg-sunken border-line',
  info: 'bg-info-soft border-info/20',
  ok: 'bg-ok-soft border-ok/20',
  warn: 'bg-warn-soft border-warn/25',
  bad: 'bg-bad-soft border-bad/20',
  busy: 'bg-accent-soft border-accent/20',
}

/** For an intended end: `<Status tone="neutral" icon={EndedIcon}>Decommissioned</Status>` */
export const EndedIcon = CircleSlash

/** Use `pill` beside a page title. `<Status tone="ok">Active</Status>` */
export function Status({
  tone,
  icon,
  pill,
  wraps,
  children,
}: {
  tone: Tone
  icon?: Icon | undefined
  pill?: boolean | undefined
  wraps?: boolean
  children: ReactNode
}) {
  const Glyph = icon ?? toneIcon[tone]
  return (
    <span
      className={cx(
        'inline-flex max-w-full items-center gap-1.5 align-bottom',
        pill && cx('rounded-full border px-2 py-0.5 text-sm font-medium', toneSoft[tone], toneText[tone]),
      )}
    >
      <Glyph size={15} aria-hidden strokeWidth={2.2} className={cx('shrink-0', toneText[tone], tone === 'busy' && !icon && 'spin')} />
      <span className={wraps ? 'wrap-anywhere' : 'truncate'}>{children}</span>
    </span>
  )
}

/** A count or a short label. `<Badge tone="bad">3</Badge>` */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-flex h-[1.125rem] min-w-[1.125rem] items-center justify-center rounded-sm border px-1 text-2xs font-semibold tabular-nums',
        toneSoft[tone],
        toneText[tone],
      )}
    >
      {children}
    </span>
  )
}
