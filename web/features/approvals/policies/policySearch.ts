import { listSearch, textParam } from '../../../shared/listSearch.ts'
import { isChangeKind } from './replayLabels.ts'

const tabs = ['edit', 'changes', 'replay', 'try', 'versions', 'activity'] as const

export function policySearch(search: Record<string, unknown>) {
  const version = Number(search.version)
  return {
    version: Number.isInteger(version) && version > 0 ? version : undefined,
    tab: tabs.find((tab) => tab === search.tab),
    change: isChangeKind(search.change) ? search.change : undefined,
    page: listSearch(search).page,
    request: textParam(search.request),
  }
}
