import { useSyncExternalStore } from 'react'
import { isReachable, whenReachable } from './reachable.ts'

/** `updated`: Slipway was updated and the file is gone. `unreachable`: the server doesn’t respond. */
export type ChunkFailure = 'updated' | 'unreachable'

const mark = 'slipway-reloaded'
let missing: ChunkFailure | undefined
const listeners = new Set<() => void>()
/** The path of the screen that has user input, which a reload would lose. */
let touchedPath: string | undefined

const saveTouch = ({ type, target }: Event) => {
  if (type !== 'click' || (target as Element).closest('form, [role=dialog], [role=option]')) touchedPath = location.pathname
}
for (const kind of ['input', 'change', 'click']) document.addEventListener(kind, saveTouch, { capture: true })

function setMissing(reason: ChunkFailure | undefined): void {
  missing = reason
  for (const listener of listeners) listener()
}

/**
 * Handles a missing chunk. If the server responds, the page reloads once per version if no input can be lost, and shows a message
 * otherwise. If the server doesn’t respond, a message is shown until it does, and the promise resolves then.
 * @param isAfterOutage true if the chunk is still missing after an outage, because browsers can remember a failed import until a reload
 */
export async function reportChunkFailure(isAfterOutage = false): Promise<ChunkFailure> {
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

/** Reloads the page only if the server responds. Otherwise the browser would show its own error page. */
export async function reloadPage(): Promise<void> {
  if (await isReachable()) location.reload()
  else void reportChunkFailure()
}

/** The reloaded version is stored, so that the page doesn’t reload again if the reload didn’t help. */
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

export const useChunkFailure = () => useSyncExternalStore(listen, () => missing)
