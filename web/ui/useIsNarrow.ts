import { useSyncExternalStore } from 'react'

/** The width is the same as in the style sheet, which shows rows as cards. */
const query = '(width < 40rem)'

export function useIsNarrow(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  )
}

function subscribe(onChange: () => void) {
  const media = matchMedia(query)
  media.addEventListener('change', onChange)
  return () => media.removeEventListener('change', onChange)
}
