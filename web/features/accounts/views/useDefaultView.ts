import { useEffect, useRef } from 'react'
import type { ViewSearch } from '../../../shared/listSearch.ts'
import { addressOf, type SavedView } from './viewAddress.ts'

/** Opens the default view if the URL has no conditions. */
export function useDefaultView(search: ViewSearch, defaults: SavedView | undefined, open: (search: ViewSearch) => void): void {
  const isBare = Object.values(search).every((value) => value === undefined)
  const latest = useRef(open)
  latest.current = open
  useEffect(() => {
    if (isBare && defaults) latest.current(addressOf(defaults))
  }, [isBare, defaults])
}
