import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { ToolSearch } from './toolSearch.ts'

const route = getRouteApi('/tools')

/**
 * The search params of the tools page. A change is visible immediately, before the router has applied it. Changing a filter returns to the
 * first page.
 */
export function useTool() {
  const current = route.useSearch()
  const navigate = route.useNavigate()
  const [ahead, setAhead] = useState({ current, search: current })
  const search = ahead.current === current ? ahead.search : current
  const change = (next: Partial<ToolSearch>) => {
    setAhead({ current, search: { ...search, page: undefined, ...next } })
    void navigate({ search: (previous) => ({ ...previous, page: undefined, ...next }), replace: true, resetScroll: false })
  }
  return { search, change }
}
