import { type ListSearch, listQuery, listSearch } from '../../../shared/listSearch.ts'

export const runViews = ['stuck', 'finished', 'cancelled', 'all'] as const
export interface RunSearch extends ListSearch {
  show?: (typeof runViews)[number] | undefined
}

export function runSearch(search: Record<string, unknown>): RunSearch {
  return { ...listSearch(search), show: runViews.find((item) => item === search.show) }
}

export const runsQuery = ({ show, ...search }: RunSearch) => ({ ...listQuery(search), ...(show && { show }) })
