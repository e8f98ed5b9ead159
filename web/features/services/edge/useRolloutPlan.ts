import { useQuery } from '@tanstack/react-query'
import { planNewStores } from '../../../api/edgeQueries.ts'
import { useDebounced } from '../../../shared/useDebounced.ts'
import { maxStores } from './readStores.ts'
import type { NewStores, Plan } from './types.ts'

/** The server rejects empty and oversized lists, so they are not sent. */
const asks = ({ stores }: NewStores) => stores.length > 0 && stores.length <= maxStores

/** Requests a dry run 400 ms after the last change. */
export function useRolloutPlan(body: NewStores) {
  const resolved = useDebounced(body, 400)
  const query = useQuery({ ...planNewStores(resolved), enabled: asks(resolved), retry: false })
  const waits =
    resolved.stores.length !== body.stores.length || query.isPlaceholderData || JSON.stringify(resolved) !== JSON.stringify(body)
  const plan = asks(resolved) && asks(body) && query.data && 'dryRun' in query.data ? (query.data as Plan) : undefined
  return {
    plan,
    /** True while the plan belongs to an earlier input. */
    stale: waits,
    checking: asks(body) && (waits || query.isFetching),
    error: asks(body) && !waits ? query.error : null,
    refetch: () => void query.refetch(),
  }
}
