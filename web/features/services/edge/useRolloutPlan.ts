import { useQuery } from '@tanstack/react-query'
import { planNewStores } from '../../../api/edgeQueries.ts'
import { useSettled } from '../../../shared/useSettled.ts'
import { mostStores } from './readStores.ts'
import type { NewStores, Plan } from './types.ts'

/** The server rejects empty and oversized lists, so they are not sent. */
const asks = ({ stores }: NewStores) => stores.length > 0 && stores.length <= mostStores

/** Requests a dry run 400 ms after the last change. */
export function useRolloutPlan(body: NewStores) {
  const settled = useSettled(body, 400)
  const query = useQuery({ ...planNewStores(settled), enabled: asks(settled), retry: false })
  const waits = settled.stores.length !== body.stores.length || query.isPlaceholderData || JSON.stringify(settled) !== JSON.stringify(body)
  const plan = asks(settled) && asks(body) && query.data && 'dryRun' in query.data ? (query.data as Plan) : undefined
  return {
    plan,
    /** True while the plan belongs to an earlier input. */
    stale: waits,
    checking: asks(body) && (waits || query.isFetching),
    error: asks(body) && !waits ? query.error : null,
    refetch: () => void query.refetch(),
  }
}
