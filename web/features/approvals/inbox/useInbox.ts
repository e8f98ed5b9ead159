import { useQuery } from '@tanstack/react-query'
import { listInbox } from '../../../api/inboxQueries.ts'
import { listAccountApprovals } from '../../../api/queries.ts'
import { type InboxSearch, inboxQuery } from './inboxSearch.ts'

/** The page of pending approvals, or the latest approvals that the reader was involved in. */
export function useInbox(search: InboxSearch) {
  const isShowingAll = search.show === 'all'
  const inbox = useQuery({ ...listInbox(inboxQuery(search)), enabled: !isShowingAll })
  const all = useQuery({ ...listAccountApprovals(), enabled: isShowingAll })
  const { error, refetch, isPlaceholderData } = isShowingAll ? all : inbox
  return {
    items: isShowingAll ? all.data : inbox.data?.items,
    /** The total under the current filters. */
    total: isShowingAll ? all.data?.length : inbox.data?.total,
    capped: inbox.data?.totalIsCapped ?? false,
    error,
    /** The previous result is shown while the next one loads. */
    old: isPlaceholderData,
    refetch: () => void refetch(),
  }
}
