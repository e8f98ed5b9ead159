import { useSyncExternalStore } from 'react'

const query = matchMedia('(min-width: 64rem)')

/** Returns whether the list and detail fit side by side; the same width as `lg` in the style sheet. */
export function useWide(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      query.addEventListener('change', onChange)
      return () => query.removeEventListener('change', onChange)
    },
    () => query.matches,
  )
}
