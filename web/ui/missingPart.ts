import { useSyncExternalStore } from 'react'

/** The reason why a chunk didn’t load: Slipway was updated and the file is gone, or the server doesn’t answer. */
export type MissingPart = 'updated' | 'unreachable'

const mark = 'slipway-reloaded'
let missing: MissingPart | undefined
const listeners = new Set<() => void>()
/** The screen with user input since it was opened. */
let lastAttribute: string | undefined

const rememberTouch = ({ type, target }: Event) => {
  if (type !== 'click' || (target as Element).closest('form, [role=dialog], [role=option]')) lastAttribute = location.pathname
}
for (const kind of ['input', 'change', 'click']) document.addEventListener(kind, rememberTouch, { capture: true })

/** Handles a missing chunk: the page reloads once per version if no input can be lost, and shows a message otherwise. */
export async function reportMissingPart(): Promise<void> {
  const isReachable = await fetch('/app/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (isReachable && lastAttribute !== location.pathname && isFirstTime()) return location.reload()
  missing = isReachable ? 'updated' : 'unreachable'
  for (const listener of listeners) listener()
}

/** The version that was reloaded is stored, so that the page doesn’t reload again if that didn’t help. */
function isFirstTime(): boolean {
  const version = document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? ''
  try {
    if (sessionStorage.getItem(mark) === version) return false
    sessionStorage.setItem(mark, version)
    return true
  } catch {
    return false // Storage is unavailable, so the reload is only offered.
  }
}

const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useMissingPart = () => useSyncExternalStore(listen, () => missing)
