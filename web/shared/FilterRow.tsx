import type { ReactNode } from 'react'

/** The search of a table is beside its buttons on a phone, and the other filters are below it, as wide as the list. */
export function FilterRow({ search, children }: { search: ReactNode; children?: ReactNode }) {
  return (
    <div data-beside className="flex flex-wrap items-center gap-2 max-sm:in-[[data-toolbar]]:contents">
      <div className="max-sm:min-w-0 max-sm:flex-1 sm:contents">{search}</div>
      {children && (
        <div className="max-sm:order-last max-sm:flex max-sm:basis-full max-sm:flex-wrap max-sm:gap-2 sm:contents">{children}</div>
      )}
    </div>
  )
}
