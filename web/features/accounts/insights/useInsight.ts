import { type DefaultError, type QueryKey, type UseQueryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

export interface Insight<T> {
  data: T | undefined
  error: Error | null
  isFetching: boolean
  refresh: () => void
}

/** Reads data from an account’s subscription. `fresh` reads it again without the server’s cache. */
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
    isFetching: query.isFetching || refetch.isPending,
    refresh: () => !refetch.isPending && refetch.mutate(),
  }
}
