import type { CallInput } from '../../../api/client.ts'
import { type ListSearch, listQuery, listSearch } from '../../../shared/listSearch.ts'
import { kindLabels, type RequestKind, type StateFilter, stateFilters } from './requestLabels.ts'

export interface RequestsSearch extends ListSearch {
  /** `all` lists all account requests that the reader can see. */
  show?: 'mine' | 'all' | undefined
  kind?: RequestKind | undefined
  state?: StateFilter | undefined
}

const keyOf = <T extends object>(table: T, value: unknown): keyof T | undefined =>
  Object.hasOwn(table, String(value)) ? (value as keyof T) : undefined

/** People can edit the URL, so unknown values are dropped. */
export function requestsSearch(search: Record<string, unknown>): RequestsSearch {
  return {
    ...listSearch(search),
    show: search.show === 'all' || search.show === 'mine' ? search.show : undefined,
    kind: keyOf(kindLabels, search.kind),
    state: keyOf(stateFilters, search.state),
  }
}

export function requestsQuery({ kind, state, ...search }: RequestsSearch): NonNullable<CallInput<'listMyRequests'>['query']> {
  const conditions = [kind && `kind==${kind}`, state && `status=in=(${stateFilters[state].statuses.join(',')})`]
  const { page, size, sort, q } = search
  return listQuery({
    ...(page && { page }),
    ...(size && { size }),
    ...(sort && { sort }),
    ...(q && { q }),
    filter: conditions.filter(Boolean).join(';'),
  })
}
