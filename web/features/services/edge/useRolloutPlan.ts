import { useQuery } from '@tanstack/react-query'
import { planNewStores } from '../../../api/edgeQueries.ts'
import { useDebounced } from '../../../shared/useDebounced.ts'
import { maxStores } from './readStores.ts'
import type { NewStores, Plan } from './types.ts'

/** The server rejects empty and oversized lists, so they are not sent. */
const hasStores = ({ stores }: NewStores) => stores.length > 0 && stores.length <= maxStores

/** Requests a dry run 400 ms after the last change. */
export function useRolloutPlan(body: NewStores) {
  const debounced = useDebounced(body, 400)
  const query = useQuery({ ...planNewStores(debounced), enabled: hasStores(debounced), retry: false })
  const isStale =
    debounced.stores.length !== body.stores.length || query.isPlaceholderData || JSON.stringify(debounced) !== JSON.stringify(body)
  const plan = hasStores(debounced) && hasStores(body) && query.data && 'dryRun' in query.data ? (query.data as Plan) : undefined
  return {
    plan,
    /** True while the plan belongs to an earlier input. */
    stale: isStale,
    checking: hasStores(body) && (isStale || query.isFetching),
    error: hasStores(body) && !isStale ? query.error : null,
    refetch: () => void query.refetch(),
  }
}
