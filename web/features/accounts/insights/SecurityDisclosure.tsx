import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { cx } from '../../../ui/cx.ts'

/** The whole line is the button. `children` are rendered only while the disclosure is open. */
export function SecurityDisclosure({ line, className, children }: { line: ReactNode; className?: string; children: () => ReactNode }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        className="flex w-full items-start gap-2 px-4 lg:items-center py-2 text-left hover:bg-hover focus-visible:-outline-offset-2"
      >
        <ChevronRight
          size={16}
          aria-hidden
          className={cx('mt-0.5 shrink-0 lg:mt-0 text-ink-3 transition-transform duration-(--quick)', open && 'rotate-90')}
        />
        <span className={cx('min-w-0 flex-1', className)}>{line}</span>
      </button>
      {open && (
        <div id={id} className="border-t border-line bg-sunken py-3 pr-4 pl-10">
          {children()}
        </div>
      )}
    </li>
  )
}
