import { cx } from '../../../ui/cx.ts'
import { formatNumber, formatPercent } from '../../../ui/format.ts'
import { Link } from '../../../ui/Link.tsx'
import { ShareMark, type ShareTone } from '../../../ui/ShareBar.tsx'

interface Part {
  key: string
  label: string
  note?: string
  tone: ShareTone
  count: number
  href: string
}

/** The legend of a bar, with a link to the rows of each part. With `whole`, each part also has its percentage of that number. */
export function PartList({ parts, whole }: { parts: readonly Part[]; whole?: number }) {
  return (
    <ul className={whole === undefined ? 'flex flex-wrap gap-x-4 gap-y-1 text-sm' : 'divide-y divide-line'}>
      {parts.map(({ key, label, note, tone, count, href }) => (
        <li key={key} className={cx('flex items-baseline gap-2', whole !== undefined && 'py-1.5')}>
          <span className="self-center">
            <ShareMark tone={tone} />
          </span>
          <span className={cx('min-w-0', whole !== undefined && 'flex-1')}>
            {label}
            {note && <span className="ml-2 text-sm text-ink-2">{note}</span>}
          </span>
          {whole !== undefined && <span className="text-sm text-ink-2 tabular-nums">{formatPercent(whole > 0 ? count / whole : 0)}</span>}
          <Link
            className={cx('tabular-nums', whole !== undefined && 'min-w-12 text-right')}
            href={href}
            aria-label={`${label}: ${formatNumber(count)}`}
          >
            {formatNumber(count)}
          </Link>
        </li>
      ))}
    </ul>
  )
}
