import type { DataTableProps } from '../ui/tableTypes.ts'
import { LoadError } from './LoadError.tsx'
import { defaultPageSize, type ListSearch, sortOf, sortText } from './listSearch.ts'

interface ListQuery<Row> {
  data: { items: readonly Row[]; total: number; totalIsCapped?: boolean } | undefined
  error: Error | null
  isPlaceholderData: boolean
  refetch: () => unknown
}

/**
 * Returns props of a table that the server sorts and pages, with its state in the URL: `<DataTable label="Accounts" columns={columns}
 * rowId={idOf} {...listTable('the accounts', list, search, 'name', change)} />`
 * @param subject names the list in the sentence “Couldn’t load …”
 */
export function listTable<Row extends object>(
  subject: string,
  { data, error, isPlaceholderData, refetch }: ListQuery<Row>,
  { page = 1, size = defaultPageSize, sort, q }: ListSearch,
  defaultSort: string,
  change: (next: Pick<ListSearch, 'page' | 'size' | 'sort'>) => void,
) {
  return {
    rows: data?.items,
    // Without an explicit order, a search shows the best matches first.
    sort: sort ? sortOf(sort) : q ? [] : sortOf(defaultSort),
    onSort: (next) => change({ sort: sortText(next) }),
    page: { page, size, total: data?.total ?? 0, ...(data?.totalIsCapped && { atLeast: true }) },
    onPage: (to) => change({ page: to.page > 1 ? to.page : undefined, size: to.size === defaultPageSize ? undefined : to.size }),
    stale: isPlaceholderData,
    error: error && !data ? <LoadError subject={subject} error={error} onRetry={() => void refetch()} /> : undefined,
  } satisfies Partial<DataTableProps<Row>>
}
