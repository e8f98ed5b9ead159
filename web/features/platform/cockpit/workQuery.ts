import { type ListSearch, listQuery, listSearch } from '../../../shared/listSearch.ts'

export const shows = ['stuck', 'finished', 'cancelled', 'all'] as const
/** What the address of the cockpit holds; without `show` it is what is not at its end. */
export interface WorkSearch extends ListSearch {
  show?: (typeof shows)[number] | undefined
}

export function workSearch(search: Record<string, unknown>): WorkSearch {
  return { ...listSearch(search), show: shows.find((one) => one === search.show) }
}

/** The list of work as its address asks for it. */
export const workQuery = ({ show, ...search }: WorkSearch) => ({ ...listQuery(search), ...(show && { show }) })
