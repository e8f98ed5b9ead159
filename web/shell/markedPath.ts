import { createContext, useContext, useLayoutEffect } from 'react'

export const MarkedPathContext = createContext<(path: string | undefined) => void>(() => {})

/**
 * For a page that belongs to another navigation item than its URL says. `''` marks no item, and `undefined` the item of the URL. The effect
 * runs before the browser paints, so that the wrong item is never seen.
 */
export function useMarkedPath(path: string | undefined): void {
  const mark = useContext(MarkedPathContext)
  useLayoutEffect(() => {
    mark(path)
    return () => mark(undefined)
  }, [mark, path])
}
