import { useCallback, useEffect, useRef, useState } from 'react'

/** Drafts of another shape are not read back. */
const shape = 1

interface Kept<Draft> {
  shape: number
  /** The version of the request that is being changed; 0 for a new one. */
  version: number
  draft: Draft
}

/** A draft that was left behind, if it fits: of this person and, when a request is changed, of this version of it. */
export function keptDraft<Draft>(key: string, version: number): Draft | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Kept<Draft> | null
    return kept?.shape === shape && kept.version === version ? kept.draft : undefined
  } catch {
    return undefined
  }
}

export function keepDraft<Draft>(key: string, version: number, draft: Draft): boolean {
  try {
    localStorage.setItem(key, JSON.stringify({ shape, version, draft } satisfies Kept<Draft>))
    return true
  } catch {
    return false
  }
}

export function forgetDraft(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Then it was never kept.
  }
}

/** Drafts are keyed by user, so that other users of this browser don't see them. */
export function draftKey(personId: string, requestId: string | undefined): string {
  return `slipway-draft:${personId}:${requestId ?? 'new'}`
}

export type Keeping = 'untouched' | 'keeping' | 'kept' | 'lost'

/** A draft that is kept in this browser while one types, so that a reload or a sign-out loses nothing. */
export function useDraft<Draft>(key: string, version: number, initial: Draft) {
  const [draft, setDraft] = useState(initial)
  const [keeping, setKeeping] = useState<Keeping>('untouched')
  const change = useCallback((part: Partial<Draft>) => {
    setDraft((old) => ({ ...old, ...part }))
    setKeeping('keeping')
  }, [])
  useEffect(() => {
    if (keeping !== 'keeping') return
    const keep = () => setKeeping(keepDraft(key, version, draft) ? 'kept' : 'lost')
    const timer = setTimeout(keep, 250)
    // A page that goes away does not wait for the timer.
    addEventListener('pagehide', keep)
    return () => {
      clearTimeout(timer)
      removeEventListener('pagehide', keep)
    }
  }, [draft, keeping, key, version])
  // Nor does a screen that goes away, as when the session ends.
  const unkept = useRef<Draft>(undefined)
  unkept.current = keeping === 'keeping' ? draft : undefined
  useEffect(
    () => () => {
      if (unkept.current) keepDraft(key, version, unkept.current)
    },
    [key, version],
  )
  return { draft, change, keeping }
}
