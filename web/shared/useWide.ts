import { useSyncExternalStore } from 'react'

const query = matchMedia('(min-width: 64rem)')

/** Returns whether the list and the detail fit side by side. The width is the same as `lg` in the style sheet. */
export function useWide(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      query.addEventListener('change', onChange)
      return () => query.removeEventListener('change', onChange)
    },
    () => query.matches,
  )
}
