import { useSyncExternalStore } from 'react'
import { isReachable, whenReachable } from './reachable.ts'

/** The reason why a chunk didn’t load: Slipway was updated and the file is gone, or the server doesn’t respond. */
export type MissingPart = 'updated' | 'unreachable'

const mark = 'slipway-reloaded'
let missing: MissingPart | undefined
const listeners = new Set<() => void>()
/** The path of the screen if it got user input after it was opened. */
let touchedPath: string | undefined

const rememberTouch = ({ type, target }: Event) => {
  if (type !== 'click' || (target as Element).closest('form, [role=dialog], [role=option]')) touchedPath = location.pathname
}
for (const kind of ['input', 'change', 'click']) document.addEventListener(kind, rememberTouch, { capture: true })

function setMissing(reason: MissingPart | undefined): void {
  missing = reason
  for (const listener of listeners) listener()
}

/**
 * Handles a missing chunk. If the server responds, the page reloads once per version if no input can be lost, and shows a message
 * otherwise. If the server doesn’t respond, a message is shown until it does, and the promise resolves then.
 * @param isAfterOutage true if the chunk is still missing after an outage, because browsers can remember a failed import until a reload
 */
export async function reportMissingPart(isAfterOutage = false): Promise<MissingPart> {
  if (await isReachable()) {
    if (touchedPath !== location.pathname && (isAfterOutage || isFirstTime())) location.reload()
    else setMissing('updated')
    return 'updated'
  }
  setMissing('unreachable')
  await whenReachable()
  if (missing === 'unreachable') setMissing(undefined)
  return 'unreachable'
}

/** Reloads the page, unless the browser would show an error page of its own instead. */
export async function reloadPage(): Promise<void> {
  if (await isReachable()) location.reload()
  else void reportMissingPart()
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
