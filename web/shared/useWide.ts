import { useSyncExternalStore } from 'react'

const query = matchMedia('(min-width: 64rem)')

/** Returns whether the list and detail fit side by side; the same width as `lg` in the style sheet. */
export function useWide(): boolean {
  return useSyncExternalStore(
    (tell) => {
      query.addEventListener('change', tell)
      return () => query.removeEventListener('change', tell)
    },
    () => query.matches,
  )
}
