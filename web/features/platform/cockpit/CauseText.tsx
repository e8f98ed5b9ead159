import { useLayoutEffect, useRef, useState } from 'react'
import { cx } from '../../../ui/cx.ts'
import { stuckLabels } from './stuckLabels.ts'

interface CauseTextProps {
  /** The name of the run or item, for screen readers. */
  name: string
  service: string | null | undefined
  message: string
}

/** A button expands a cause of more than two lines. The lines start at the left, because cards would hide the ellipsis otherwise. */
export function CauseText({ name, service, message }: CauseTextProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [text, isCutOff] = useCutOff(isOpen)
  return (
    <span className="block min-w-0 text-left text-sm">
      <span ref={text} className={cx('wrap-anywhere whitespace-normal', isOpen ? 'block' : 'line-clamp-2')}>
        {service && !message.startsWith(service) && <span className="font-medium">{service}: </span>}
        {message}
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
