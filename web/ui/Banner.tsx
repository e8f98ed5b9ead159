import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from './Button.tsx'
import { cx } from './cx.ts'
import { type Tone, toneIcon, toneSoft, toneText } from './Status.tsx'

interface BannerProps {
  tone: Exclude<Tone, 'busy'>
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
  onDismiss?: () => void
  /** Spans the full width without rounded corners, at the top of a page. */
  wide?: boolean
}

/** Screen readers announce a message with the tone `bad` immediately. */
export function Banner({ tone, title, children, action, onDismiss, wide }: BannerProps) {
  const Glyph = toneIcon[tone]
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={cx(
        'flex flex-wrap items-start gap-x-3 gap-y-2 border px-4 py-2.5',
        toneSoft[tone],
        wide ? 'border-x-0 border-t-0' : 'rounded-md',
      )}
    >
      <Glyph size={17} aria-hidden className={cx('mt-[0.1rem] shrink-0', toneText[tone])} />
      <div className="min-w-48 flex-1">
        <p className="font-medium">{title}</p>
        {children && <div className="max-w-prose text-ink-2">{children}</div>}
      </div>
      {action && <div className="flex gap-2">{action}</div>}
      {onDismiss && <IconButton icon={X} label="Dismiss" tooltip={false} size="sm" className="-my-1 -mr-2" onClick={onDismiss} />}
    </div>
  )
}
