import { SkeletonText } from '../ui/Skeleton.tsx'
import { LoadError } from './LoadError.tsx'

interface LoadingProps {
  /** Names the data in the sentence “Couldn’t load …”. */
  what: string
  query: { error: unknown; refetch: () => unknown }
  lines: number
}

export function Loading({ what, query: { error, refetch }, lines }: LoadingProps) {
  return error ? <LoadError what={what} error={error} onRetry={() => void refetch()} /> : <SkeletonText lines={lines} />
}
