import type { ReactNode } from 'react'
import { cx } from '../ui/cx.ts'
import { BareLink } from '../ui/Link.tsx'
import { type Tone, toneIcon, toneSoft, toneText } from '../ui/Status.tsx'

export function Tile({
  label,
  figure,
  tone,
  note,
  lead,
  href,
}: {
  label: string
  figure: ReactNode
  tone: Tone
  note: ReactNode
  lead?: string
  href: string
}) {
  const Glyph = toneIcon[tone]
  return (
    <li className="min-w-0">
      <BareLink
        href={href}
        className={cx(
          'block h-full rounded-md border p-3 hover:border-line-strong',
          tone === 'bad' || tone === 'warn' ? toneSoft[tone] : 'border-line bg-surface',
        )}
      >
        <span className="flex items-center gap-1.5 text-sm text-ink-2">
          <Glyph size={15} aria-hidden className={cx('shrink-0', toneText[tone])} />
          <span className="min-w-0">{label}</span>
        </span>
        <span className="mt-1 block text-2xl font-semibold tabular-nums">{figure}</span>
        <span className="mt-0.5 block text-sm wrap-anywhere text-ink-2">
          {lead && `${lead} `}
          {note}
        </span>
      </BareLink>
    </li>
  )
}
