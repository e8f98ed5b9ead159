import type { Density, Sort } from '../ui/tableTypes.ts'

/** So many rows a page until one chooses. */
export const usualSize = 25

/** What the address of a list holds. */
export interface ListSearch {
  page?: number
  size?: number
  /** As the server reads it: `name,-createdAt`. */
  sort?: string
  /** RSQL, as the server reads it. */
  filter?: string
  /** Free text. */
  q?: string
}

/** What the address of a list with saved views holds besides. */
export interface ViewSearch extends ListSearch {
  /** The saved view it began with; `all` for none where one has a usual view. */
  view?: string
  /** Columns shown, in order: `name,status`. */
  cols?: string
  density?: Density
}

/** A search param as text; what is empty is left out of the address. */
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
  const density = (['compact', 'normal', 'comfortable'] as const).find((one) => one === search.density)
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

/** The conditions of a list as its address says them: also what its options are asked with. */
export const conditionsOf = ({ filter, q }: ListSearch) => ({ ...(filter && { filter }), ...(q && { search: q }) })

/** The question of a list as its address says it; what is usual is left out. */
export const listQuery = ({ page, size, sort, ...conditions }: ListSearch) => ({
  ...(page && page > 1 && { page }),
  ...(size && size !== usualSize && { size }),
  ...(sort && { sort }),
  ...conditionsOf(conditions),
})
