import { useQuery } from '@tanstack/react-query'
import type { CallResult } from '../../../api/client.ts'
import { listFeedback } from '../../../api/feedbackQueries.ts'
import { defaultPageSize, type ListSearch, pagedQuery } from '../../../shared/listSearch.ts'
import { feedbackLabels } from './labels.ts'

export interface Neighbour {
  /** Undefined at the end of the list, and until the neighbouring page is loaded. */
  id?: string | undefined
  page?: number
  disabledReason?: string | undefined
}

/** Finds the items before and after the open one, including on the neighbouring pages of the list. */
export function useNeighbours(
  id: string | undefined,
  search: ListSearch,
  list: CallResult<'listFeedback'> | undefined,
): { before: Neighbour; after: Neighbour } {
  const { page = 1, size = defaultPageSize } = search
  const items = list?.items ?? []
  const index = items.findIndex((item) => item.id === id)
  const isListed = index >= 0
  const hasPageBefore = isListed && index === 0 && page > 1
  const hasPageAfter = isListed && index === items.length - 1 && page * size < (list?.total ?? 0)
  const pageQuery = (number: number, enabled: boolean) => ({
    ...listFeedback(pagedQuery({ ...search, page: number })),
    placeholderData: undefined,
    enabled,
  })
  const pageBefore = useQuery(pageQuery(page - 1, hasPageBefore)).data
  const pageAfter = useQuery(pageQuery(page + 1, hasPageAfter)).data
  const neighbour = (itemId: string | undefined, number: number, isLoading: boolean, atEnd: string): Neighbour =>
    itemId
      ? { id: itemId, page: number }
      : { disabledReason: isListed ? (isLoading ? feedbackLabels.loading : atEnd) : feedbackLabels.notListed }
  return {
    before: hasPageBefore
      ? neighbour(pageBefore?.items.at(-1)?.id, page - 1, !pageBefore, feedbackLabels.first)
      : neighbour(isListed ? items[index - 1]?.id : undefined, page, false, feedbackLabels.first),
    after: hasPageAfter
      ? neighbour(pageAfter?.items[0]?.id, page + 1, !pageAfter, feedbackLabels.last)
      : neighbour(isListed ? items[index + 1]?.id : undefined, page, false, feedbackLabels.last),
  }
}
