import { useSyncExternalStore } from 'react'

const query = matchMedia('(min-width: 64rem)')

/** The list and the detail fit side by side on a wide screen. The width is the same as `lg` in the style sheet. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      query.addEventListener('change', onChange)
      return () => query.removeEventListener('change', onChange)
    },
    () => query.matches,
  )
}
