import { ArrowRight } from 'lucide-react'

export function ChangeArrow() {
  return (
    <>
      <ArrowRight size={13} aria-hidden className="mx-0.5 inline-block align-[-0.1em] text-ink-3" />
      <span className="sr-only">then</span>
    </>
  )
}
