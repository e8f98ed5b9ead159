import { type DefaultError, type QueryKey, type UseQueryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

export interface Insight<T> {
  data: T | undefined
  /** The error of the first read or of the last refresh. */
  error: Error | null
  /** True while a read is in progress, even if there is an older response. */
  asking: boolean
  refresh: () => void
}

/** A query about an account’s subscription that only one panel waits for. The second parameter bypasses the server’s cache. */
export function useInsight<T, Key extends QueryKey>(
  options: UseQueryOptions<T, DefaultError, T, Key> & { queryKey: Key },
  fresh: () => Promise<T>,
  onFresh?: () => void,
): Insight<T> {
  const client = useQueryClient()
  const query = useQuery(options)
  const refetch = useMutation({
    mutationFn: fresh,
    onSuccess(data) {
      client.setQueryData<T>(options.queryKey, data as never)
      onFresh?.()
    },
  })
  return {
    data: query.data,
    error: refetch.error ?? query.error,
    asking: query.isFetching || refetch.isPending,
    refresh: () => !refetch.isPending && refetch.mutate(),
  }
}
