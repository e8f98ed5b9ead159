import { Check, Copy } from 'lucide-react'
import { cx } from './cx.ts'
import { uiLabels } from './labels.ts'
import { useCopy } from './useCopy.ts'

export function CopyId({ value, kind = 'ID', short }: { value: string; kind?: string; short?: boolean }) {
  const { isCopied, copy } = useCopy(value, kind)
  const visibleText = short ? value.slice(0, 8) : value
  const Glyph = isCopied ? Check : Copy
  return (
    <button
      type="button"
      onClick={copy}
      title={`Copy ${kind}`}
      aria-label={uiLabels.copy(kind, visibleText)}
      className="group inline-flex min-w-0 max-w-full items-center gap-1.5 rounded-sm align-bottom hover:text-accent"
    >
      <code className="truncate font-mono text-[0.92em]">{visibleText}</code>
      <Glyph size={13} aria-hidden className={cx('shrink-0', isCopied ? 'text-ok' : 'text-ink-3 group-hover:text-accent')} />
    </button>
  )
}
