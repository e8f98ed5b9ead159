import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import type { Icon } from './icon.ts'
import { BareLink } from './Link.tsx'
import { type Tone, toneSoft, toneText } from './Status.tsx'

export function Row({
  href,
  icon: Glyph,
  tone,
  title,
  note,
  aside,
  actions,
  onOpen,
}: {
  href: string
  icon?: Icon
  tone?: Tone
  title: ReactNode
  note?: ReactNode
  aside?: ReactNode
  actions?: ReactNode
  onOpen?: (() => void) | undefined
}) {
  return (
    <li className={cx(actions !== undefined && 'flex flex-wrap items-center pr-4 hover:bg-hover')}>
      <BareLink
        href={href}
        onClick={onOpen}
        className={cx(
          'group flex items-center gap-3 px-4 py-2 hover:bg-hover focus-visible:-outline-offset-2',
          actions !== undefined && 'min-w-0 flex-1 basis-72',
        )}
      >
        {Glyph && tone && (
          <span className={cx('grid size-8 shrink-0 place-content-center rounded-md border', toneSoft[tone], toneText[tone])}>
            <Glyph size={16} aria-hidden />
          </span>
        )}
        <span className="min-w-0 flex-1">
          <span className="block font-medium wrap-anywhere group-hover:text-accent">{title}</span>
          {note && <span className="block text-sm wrap-anywhere text-ink-2">{note}</span>}
        </span>
        {aside && <span className="shrink-0 text-right text-sm text-ink-2 tabular-nums">{aside}</span>}
      </BareLink>
      {actions && <span className="flex gap-2 py-2 pl-15 sm:pl-0">{actions}</span>}
    </li>
  )
}
