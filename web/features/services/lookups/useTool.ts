import { getRouteApi } from '@tanstack/react-router'
import type { ToolSearch } from './toolSearch.ts'

const route = getRouteApi('/tools')

/** Changing a filter returns to the first page. */
export function useTool() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const change = (next: Partial<ToolSearch>) =>
    void navigate({ search: (previous) => ({ ...previous, page: undefined, ...next }), replace: true, resetScroll: false })
  return { search, change }
}
