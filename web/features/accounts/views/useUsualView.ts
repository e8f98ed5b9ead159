import { useEffect, useRef } from 'react'
import type { ViewSearch } from '../../../shared/listSearch.ts'
import { addressOf, type SavedView } from './viewAddress.ts'

/** Opens the default view if the address has no conditions. */
export function useUsualView(search: ViewSearch, usual: SavedView | undefined, open: (search: ViewSearch) => void): void {
  const bare = Object.values(search).every((value) => value === undefined)
  const latest = useRef(open)
  latest.current = open
  useEffect(() => {
    if (bare && usual) latest.current(addressOf(usual))
  }, [bare, usual])
}
