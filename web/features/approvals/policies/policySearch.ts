import { listSearch, textParam } from '../../../shared/listSearch.ts'
import { isChangeKind } from './replayWords.ts'

const tabs = ['changes', 'replay', 'try', 'versions', 'activity'] as const

/** What the address of a policy's page says. */
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
