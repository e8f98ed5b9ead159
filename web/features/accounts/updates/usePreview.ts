import { useQuery } from '@tanstack/react-query'
import { previewCatalogueUpdate } from '../../../api/queries.ts'
import type { UpdatePreview } from '../../../shared/requestTypes.ts'
import { useDebounced } from '../../../shared/useDebounced.ts'
import { bodyOf, type ServicesDraft } from './servicesDraft.ts'

export function usePreview(
  accountId: string,
  draft: ServicesDraft,
  updateId: string | undefined,
): { preview: UpdatePreview | undefined; stale: boolean; failed: boolean } {
  const body = { ...bodyOf(draft), ...(updateId && { updateId }) }
  const debounced = useDebounced(body)
  const query = useQuery({ ...previewCatalogueUpdate(accountId, debounced), staleTime: 10_000, retry: false })
  const isOutdated = JSON.stringify(debounced) !== JSON.stringify(body) || query.isPlaceholderData
  return { preview: query.data, stale: isOutdated, failed: query.isError }
}
