import { useSyncExternalStore } from 'react'

/** Why a part of the page did not come: Slipway was updated and the part’s file is gone, or nothing answers. */
export type MissingPart = 'updated' | 'unreachable'

const mark = 'slipway-reloaded'
let missing: MissingPart | undefined
const listeners = new Set<() => void>()
/** The screen on which something was typed or chosen since it was opened. */
let touched: string | undefined

const touch = ({ type, target }: Event) => {
  if (type !== 'click' || (target as Element).closest('form, [role=dialog], [role=option]')) touched = location.pathname
}
for (const kind of ['input', 'change', 'click']) document.addEventListener(kind, touch, { capture: true })

/** A part that is loaded late did not come. Where nothing typed can be lost the page loads itself anew, once a version; else it says so. */
export async function partMissing(): Promise<void> {
  const reachable = await fetch('/app/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (reachable && touched !== location.pathname && firstTime()) return location.reload()
  missing = reachable ? 'updated' : 'unreachable'
  for (const listener of listeners) listener()
}

/** Marked by the version that runs, so that a reload which mends nothing is not followed by another. */
function firstTime(): boolean {
  const version = document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? ''
  try {
    if (sessionStorage.getItem(mark) === version) return false
    sessionStorage.setItem(mark, version)
    return true
  } catch {
    return false // nothing can be marked: it is only offered
  }
}

const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useMissingPart = () => useSyncExternalStore(listen, () => missing)
