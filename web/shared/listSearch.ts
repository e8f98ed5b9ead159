import type { Density, Sort } from '../ui/tableTypes.ts'

export const defaultPageSize = 25

export interface ListSearch {
  page?: number
  size?: number
  sort?: string
  /** In the API's RSQL syntax. */
  filter?: string
  q?: string
}

export interface ViewSearch extends ListSearch {
  /** The ID of the selected saved view; `all` for no view, if the person has a default view. */
  view?: string
  /** The visible columns in order: `name,status`. */
  cols?: string
  density?: Density
}

/** Returns undefined for an empty value, which leaves the parameter out of the URL. */
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

/** The query for a list's filter options needs the same conditions as the list. */
export const conditionsOf = ({ filter, q }: ListSearch) => ({ ...(filter && { filter }), ...(q && { search: q }) })

/** For lists that the API returns whole without a size. */
export const pagedQuery = (search: ListSearch) => ({ size: defaultPageSize, ...listQuery(search) })

export const listQuery = ({ page, size, sort, ...conditions }: ListSearch) => ({
  ...(page && page > 1 && { page }),
  ...(size && size !== defaultPageSize && { size }),
  ...(sort && { sort }),
  ...conditionsOf(conditions),
})
