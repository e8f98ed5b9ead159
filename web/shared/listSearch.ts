import type { Density, Sort } from '../ui/tableTypes.ts'

/** The default number of rows per page. */
export const defaultPageSize = 25

/** The search params of a list. */
export interface ListSearch {
  page?: number
  size?: number
  /** Uses the API's syntax: `name,-createdAt`. */
  sort?: string
  /** Uses the API's RSQL syntax. */
  filter?: string
  /** The search text. */
  q?: string
}

/** The additional search params of a list with saved views. */
export interface ViewSearch extends ListSearch {
  /** The id of the selected saved view; `all` for none if the person has a default view. */
  view?: string
  /** The visible columns in order: `name,status`. */
  cols?: string
  density?: Density
}

/** Returns a search param as text; undefined if empty, which leaves the param out of the URL. */
export const textParam = (value: unknown): string | undefined =>
  value === undefined || value === null || value === '' ? undefined : String(value)

const numberParam = (value: unknown, max: number): number | undefined => {
  const number = Number(value)
  return Number.isInteger(number) && number >= 1 && number <= max ? number : undefined
}

export function listSearch(search: Record<string, unknown>): ListSearch {
  return {
    page: numberParam(search.page, 1_000_000),
    size: numberParam(search.size, 200),
    sort: textParam(search.sort),
    filter: textParam(search.filter),
    q: textParam(search.q),
  }
}

export function viewSearch(search: Record<string, unknown>): ViewSearch {
  const density = (['compact', 'normal', 'comfortable'] as const).find((item) => item === search.density)
  return { ...listSearch(search), view: textParam(search.view), cols: textParam(search.cols), density }
}

export function sortOf(text: string | undefined): Sort[] {
  return (text ?? '')
    .split(',')
    .filter(Boolean)
    .map((part) => ({ id: part.replace(/^-/, ''), desc: part.startsWith('-') }))
}

export const sortText = (sort: readonly Sort[]): string | undefined =>
  sort.length === 0 ? undefined : sort.map(({ id, desc }) => (desc ? `-${id}` : id)).join(',')

/** Returns the filter and search text of a list. The query for its filter options needs the same conditions. */
export const conditionsOf = ({ filter, q }: ListSearch) => ({ ...(filter && { filter }), ...(q && { search: q }) })

/** Returns the API query of a list. Default values are left out. */
export const listQuery = ({ page, size, sort, ...conditions }: ListSearch) => ({
  ...(page && page > 1 && { page }),
  ...(size && size !== defaultPageSize && { size }),
  ...(sort && { sort }),
  ...conditionsOf(conditions),
})
