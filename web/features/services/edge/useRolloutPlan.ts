import { useQuery } from '@tanstack/react-query'
import { planNewStores } from '../../../api/edgeQueries.ts'
import { useDebounced } from '../../../shared/useDebounced.ts'
import { maxStores } from './parseStoreNumbers.ts'
import type { NewStores, Plan } from './types.ts'

/** The server rejects empty and oversized lists, so no dry run is requested for them. */
const hasStores = ({ stores }: NewStores) => stores.length > 0 && stores.length <= maxStores

export function useRolloutPlan(body: NewStores) {
  const debounced = useDebounced(body, 400)
  const query = useQuery({ ...planNewStores(debounced), enabled: hasStores(debounced), retry: false })
  const isStale =
    debounced.stores.length !== body.stores.length || query.isPlaceholderData || JSON.stringify(debounced) !== JSON.stringify(body)
  const plan = hasStores(debounced) && hasStores(body) && query.data && 'dryRun' in query.data ? (query.data as Plan) : undefined
  return {
    plan,
    stale: isStale,
    checking: hasStores(body) && (isStale || query.isFetching),
    error: hasStores(body) && !isStale ? query.error : null,
    refetch: () => void query.refetch(),
  }
}
