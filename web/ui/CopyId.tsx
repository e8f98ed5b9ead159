import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { cx } from './cx.ts'
import { announce } from './LiveRegion.tsx'

export function CopyId({ value, what = 'id', short }: { value: string; what?: string; short?: boolean }) {
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), 1600)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      setIsCopied(true)
      announce(`Copied ${what}`)
    } catch {
      announce(`Couldn’t copy the ${what}`, { urgent: true })
    }
  }
  const visibleText = short ? value.slice(0, 8) : value
  const Glyph = isCopied ? Check : Copy
  return (
    <button
      type="button"
      onClick={copy}
      title={`Copy ${what}`}
      aria-label={`Copy ${what} ${visibleText}`}
      className="group inline-flex min-w-0 max-w-full items-center gap-1.5 rounded-sm align-bottom hover:text-accent"
    >
      <code className="truncate font-mono text-[0.92em]">{visibleText}</code>
      <Glyph size={13} aria-hidden className={cx('shrink-0', isCopied ? 'text-ok' : 'text-ink-3 group-hover:text-accent')} />
    </button>
  )
}
