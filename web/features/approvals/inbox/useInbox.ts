import { useQuery } from '@tanstack/react-query'
import { listInbox } from '../../../api/inboxQueries.ts'
import { listAccountApprovals } from '../../../api/queries.ts'
import { type InboxSearch, inboxQuery } from './inboxSearch.ts'

export function useInbox(search: InboxSearch) {
  const isShowingAll = search.show === 'all'
  const inbox = useQuery({ ...listInbox(inboxQuery(search)), enabled: !isShowingAll })
  const all = useQuery({ ...listAccountApprovals(), enabled: isShowingAll })
  const { error, refetch, isPlaceholderData } = isShowingAll ? all : inbox
  return {
    items: isShowingAll ? all.data : inbox.data?.items,
    total: isShowingAll ? all.data?.length : inbox.data?.total,
    capped: inbox.data?.totalIsCapped ?? false,
    error,
    old: isPlaceholderData,
    refetch: () => void refetch(),
  }
}
