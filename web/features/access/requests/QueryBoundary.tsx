import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loading } from '../../../shared/Loading.tsx'

interface QueryBoundaryProps<T> {
  query: UseQueryResult<T>
  what: string
  /** The number of skeleton rows. It keeps the height close to that of the loaded list. */
  lines: number
  children: (data: T) => ReactNode
}

export function QueryBoundary<T>({ query, what, lines, children }: QueryBoundaryProps<T>) {
  if (query.data !== undefined) return children(query.data)
  return (
    <div className="px-4 py-3">
      <Loading subject={what} query={query} lines={lines} />
    </div>
  )
}
