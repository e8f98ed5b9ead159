import { ArrowRight } from 'lucide-react'

/** An arrow between actual and simulated values, read as a word by screen readers. */
export function ChangeArrow() {
  return (
    <>
      <ArrowRight size={13} aria-hidden className="mx-0.5 inline-block align-[-0.1em] text-ink-3" />
      <span className="sr-only">then</span>
    </>
  )
}
