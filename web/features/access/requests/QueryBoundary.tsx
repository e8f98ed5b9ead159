import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadError } from '../../../shared/LoadError.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'

interface QueryBoundaryProps<T> {
  query: UseQueryResult<T>
  what: string
  /** The number of skeleton rows. It keeps the height close to that of the loaded list. */
  lines: number
  children: (data: T) => ReactNode
}

export function QueryBoundary<T>({ query, what, lines, children }: QueryBoundaryProps<T>) {
  const { data, error, refetch } = query
  if (data !== undefined) return children(data)
  return (
    <div className="px-4 py-3">
      {error ? <LoadError what={what} error={error} onRetry={() => refetch()} /> : <SkeletonText lines={lines} />}
    </div>
  )
}
