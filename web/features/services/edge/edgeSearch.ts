import { type ListSearch, listQuery, listSearch, textParam } from '../../../shared/listSearch.ts'

export interface RolloutSearch extends Omit<ListSearch, 'filter'> {
  status?: string | undefined
  region?: string | undefined
  wave?: number | undefined
}

export function rolloutSearch(search: Record<string, unknown>): RolloutSearch {
  const { filter: _, ...list } = listSearch(search)
  const wave = Number(search.wave)
  return {
    ...list,
    status: textParam(search.status),
    region: textParam(search.region),
    wave: Number.isInteger(wave) && wave > 0 ? wave : undefined,
  }
}

const namePattern = /^[A-Za-z]+$/

export function rolloutStoresQuery({ status, region, wave, ...search }: RolloutSearch) {
  const statuses = status?.split(',').filter((item) => namePattern.test(item)) ?? []
  const filter = [
    statuses.length > 0 && `status=in=(${statuses.join(',')})`,
    region && namePattern.test(region) && `region==${region}`,
    wave && `wave==${wave}`,
  ].filter(Boolean)
  return listQuery({ ...search, filter: filter.join(';') })
}

export const rolloutsQuery = ({ page, size, sort, q, status }: Pick<RolloutSearch, 'page' | 'size' | 'sort' | 'q' | 'status'>) =>
  listQuery({ page, size, sort, q, filter: status && namePattern.test(status) ? `status==${status}` : undefined })
