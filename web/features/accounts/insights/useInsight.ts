import { type DefaultError, type QueryKey, type UseQueryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

export interface Insight<T> {
  data: T | undefined
  /** Why there is no answer, or no newer one. */
  error: Error | null
  /** Under way, with an older answer or without one. */
  asking: boolean
  refresh: () => void
}

/** One question about an account's subscription, which only this part of the page waits for. `anew` asks past what the server has kept. */
export function useInsight<T, Key extends QueryKey>(
  options: UseQueryOptions<T, DefaultError, T, Key> & { queryKey: Key },
  anew: () => Promise<T>,
  onFresh?: () => void,
): Insight<T> {
  const client = useQueryClient()
  const asked = useQuery(options)
  const again = useMutation({
    mutationFn: anew,
    onSuccess(data) {
      client.setQueryData<T>(options.queryKey, data as never)
      onFresh?.()
    },
  })
  return {
    data: asked.data,
    error: again.error ?? asked.error,
    asking: asked.isFetching || again.isPending,
    refresh: () => !again.isPending && again.mutate(),
  }
}
