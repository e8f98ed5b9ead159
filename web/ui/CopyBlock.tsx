import { Check, Copy } from 'lucide-react'
import { Button } from './Button.tsx'
import { cx } from './cx.ts'
import { uiLabels } from './labels.ts'
import { useCopy } from './useCopy.ts'

export function CopyBlock({
  text,
  kind,
  wrap = false,
}: {
  text: string
  kind: string /** True for a single long word, such as a URL, which wraps instead of scrolling. */
  wrap?: boolean
}) {
  const { isCopied, copy } = useCopy(text, kind)
  return (
    <div className="relative rounded-md border border-line bg-sunken">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section tabIndex={0} aria-label={uiLabels.textOf(kind)} className="max-h-96 overflow-auto rounded-md p-3 max-sm:pt-11 sm:pr-24">
        <pre className={cx('font-mono text-sm', wrap && 'whitespace-pre-wrap wrap-anywhere select-all')}>{text}</pre>
      </section>
      <Button size="sm" icon={isCopied ? Check : Copy} onClick={copy} className="absolute top-2 right-2">
        {isCopied ? 'Copied' : 'Copy'}
      </Button>
    </div>
  )
}
