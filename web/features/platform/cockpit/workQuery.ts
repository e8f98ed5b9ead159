import { type ListSearch, listQuery, listSearch } from '../../../shared/listSearch.ts'

export const workViews = ['stuck', 'finished', 'cancelled', 'all'] as const
export interface WorkSearch extends ListSearch {
  show?: (typeof workViews)[number] | undefined
}

export function workSearch(search: Record<string, unknown>): WorkSearch {
  return { ...listSearch(search), show: workViews.find((item) => item === search.show) }
}

export const workQuery = ({ show, ...search }: WorkSearch) => ({ ...listQuery(search), ...(show && { show }) })
