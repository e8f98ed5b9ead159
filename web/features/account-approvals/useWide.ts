import { useSyncExternalStore } from 'react'

const query = matchMedia('(min-width: 64rem)')

/** Whether list and detail stand side by side; the style sheet's `lg`. */
export function useWide(): boolean {
  return useSyncExternalStore(
    (tell) => {
      query.addEventListener('change', tell)
      return () => query.removeEventListener('change', tell)
    },
    () => query.matches,
  )
}
