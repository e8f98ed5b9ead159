import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadError } from '../../../shared/Failed.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'

interface AnswerProps<T> {
  query: UseQueryResult<T>
  what: string
  /** The number of skeleton rows, which keeps the height close to the loaded list. */
  lines: number
  children: (data: T) => ReactNode
}

/** Shows the loading and error states that all panels of the page share. */
export function Answer<T>({ query, what, lines, children }: AnswerProps<T>) {
  const { data, error, refetch } = query
  if (data !== undefined) return children(data)
  return (
    <div className="px-4 py-3">
      {error ? <LoadError what={what} error={error} onRetry={() => refetch()} /> : <SkeletonText lines={lines} />}
    </div>
  )
}
