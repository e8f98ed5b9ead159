import { useLayoutEffect, useRef, useState } from 'react'
import { paths } from '../../../paths.ts'
import { cx } from '../../../ui/cx.ts'
import { Link } from '../../../ui/Link.tsx'
import { stuckLabels } from './stuckLabels.ts'
import type { StuckItem } from './types.ts'

/** The step links to the run, which has the complete error. A button expands a cause of more than two lines. */
export function StuckCause({ item: { name, step, cause, runId } }: { item: StuckItem }) {
  const [isOpen, setIsOpen] = useState(false)
  const [text, isCutOff] = useCutOff(isOpen)
  return (
    <span className="block min-w-0 py-1 text-sm">
      {step && (
        <span className="block truncate">
          {runId ? (
            <Link variant="quiet" href={paths.run(runId)}>
              {step}
            </Link>
          ) : (
            step
          )}
        </span>
      )}
      <span ref={text} className={cx('wrap-anywhere whitespace-normal text-ink-2', isOpen ? 'block' : 'line-clamp-2')}>
        {cause.service && !cause.message.startsWith(cause.service) && <span className="font-medium">{cause.service}: </span>}
        {cause.message}
      </span>
      {(isOpen || isCutOff) && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="min-h-6 rounded-sm text-ink underline underline-offset-2 hover:text-accent"
        >
          {stuckLabels.fullCause}
          <span className="sr-only"> {name}</span>
        </button>
      )}
    </span>
  )
}

/** Returns whether the text is truncated, measured again when the width changes. While the text is open, the last result stays. */
function useCutOff(isOpen: boolean) {
  const text = useRef<HTMLSpanElement>(null)
  const [isCutOff, setIsCutOff] = useState(false)
  useLayoutEffect(() => {
    const element = text.current
    if (!element || isOpen) return
    const measure = () => setIsCutOff(element.scrollHeight > element.clientHeight + 2)
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(element)
    return () => watch.disconnect()
  }, [isOpen])
  return [text, isCutOff] as const
}
