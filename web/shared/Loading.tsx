import { SkeletonText } from '../ui/Skeleton.tsx'
import { LoadError } from './LoadError.tsx'

interface LoadingProps {
  /** Names the data in the sentence “Couldn’t load …”. */
  subject: string
  query: { error: unknown; refetch: () => unknown }
  lines: number
}

export function Loading({ subject, query: { error, refetch }, lines }: LoadingProps) {
  return error ? <LoadError subject={subject} error={error} onRetry={() => void refetch()} /> : <SkeletonText lines={lines} />
}
