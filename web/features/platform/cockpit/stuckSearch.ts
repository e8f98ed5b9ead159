import type { CallInput } from '../../../api/client.ts'
import { type ListSearch, listQuery, listSearch } from '../../../shared/listSearch.ts'
import { type StuckKind, stuckKindLabels } from './stuckLabels.ts'

export interface StuckSearch extends ListSearch {
  kind?: StuckKind | undefined
}

/** People can edit the URL, so an unknown kind is dropped. */
export function stuckSearch(search: Record<string, unknown>): StuckSearch {
  const kind = String(search.kind)
  return { ...listSearch(search), kind: Object.hasOwn(stuckKindLabels, kind) ? (kind as StuckKind) : undefined }
}

export function stuckQuery({ kind, filter: _, ...search }: StuckSearch): NonNullable<CallInput<'listStuckWork'>['query']> {
  return listQuery({ ...search, ...(kind && { filter: `kind==${kind}` }) })
}
