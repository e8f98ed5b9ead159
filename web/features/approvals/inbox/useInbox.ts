import { useQuery } from '@tanstack/react-query'
import { listInbox } from '../../../api/inboxQueries.ts'
import { listAccountApprovals } from '../../../api/queries.ts'
import { type InboxSearch, inboxQuery } from './inboxSearch.ts'

/** What the list shows: the page of what waits for one, or the latest that one had to do with. */
export function useInbox(search: InboxSearch) {
  const inAll = search.show === 'all'
  const inbox = useQuery({ ...listInbox(inboxQuery(search)), enabled: !inAll })
  const all = useQuery({ ...listAccountApprovals(), enabled: inAll })
  const { error, refetch, isPlaceholderData } = inAll ? all : inbox
  return {
    items: inAll ? all.data : inbox.data?.items,
    /** What waits in all, under the filters. */
    total: inAll ? all.data?.length : inbox.data?.total,
    capped: inbox.data?.totalIsCapped ?? false,
    error,
    /** Shown is what was, while what is asked for is on its way. */
    old: isPlaceholderData,
    refetch: () => void refetch(),
  }
}
