import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { cx } from './cx.ts'

/** The content loads when the disclosure is opened. `<Disclosure label="What changed"><Changes /></Disclosure>` */
export function Disclosure({ label, about, children }: { label: string; about?: string; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <div>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        aria-label={about && `${label}: ${about}`}
        onClick={() => setOpen(!open)}
        className="-ml-0.5 inline-flex min-h-6 items-center gap-1 rounded-sm pr-1 text-sm text-ink-2 hover:text-ink"
      >
        <ChevronRight size={14} aria-hidden className={cx('shrink-0 transition-transform duration-(--quick)', open && 'rotate-90')} />
        {label}
      </button>
      <div id={id} hidden={!open} className="mt-1.5">
        {open && children}
      </div>
    </div>
  )
}
