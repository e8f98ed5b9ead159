import { useEffect, useRef } from 'react'
import type { ViewSearch } from '../../../shared/listSearch.ts'
import { addressOf, type SavedView } from './viewAddress.ts'

export function useDefaultView(search: ViewSearch, defaults: SavedView | undefined, open: (search: ViewSearch) => void): void {
  const hasNoSearch = Object.values(search).every((value) => value === undefined)
  const latest = useRef(open)
  latest.current = open
  useEffect(() => {
    if (hasNoSearch && defaults) latest.current(addressOf(defaults))
  }, [hasNoSearch, defaults])
}
