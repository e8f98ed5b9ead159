import { CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { decommissionLabels } from './labels.ts'

export function Part<T>({
  title,
  part,
  aside,
  children,
}: {
  title: string
  part: { found: T | null; problem: string | null }
  aside?: (found: T) => ReactNode
  children: (found: T) => ReactNode
}) {
  return (
    <section className="border-t border-line px-4 py-3 first:border-t-0">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h3 className="text-base">{title}</h3>
        {part.found !== null && aside && <span className="ml-auto text-sm text-ink-2">{aside(part.found)}</span>}
      </div>
      {part.found !== null ? (
        children(part.found)
      ) : (
        <p className="mt-1 flex gap-2 text-ink-2">
          <CloudOff size={15} aria-hidden className="mt-0.5 shrink-0 text-warn" />
          <span>
            {decommissionLabels.notChecked} {part.problem}
          </span>
        </p>
      )}
    </section>
  )
}
