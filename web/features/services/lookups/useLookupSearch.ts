import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { ToolSearch } from './toolSearch.ts'

const route = getRouteApi('/tools')

/** Holds the filters of the lookups page. A change is visible before the router has applied it, and returns to the first page. */
export function useLookupSearch() {
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
