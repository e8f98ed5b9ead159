import { useCallback, useEffect, useRef, useState } from 'react'

/** Increase this number if the shape of drafts changes, so that older drafts aren’t read. */
const shape = 1

interface StoredDraft<Draft> {
  shape: number
  /** The version of the edited request; 0 for a new request. */
  version: number
  draft: Draft
}

export function loadDraft<Draft>(key: string, version: number): Draft | undefined {
  try {
    const storedValue = JSON.parse(localStorage.getItem(key) ?? 'null') as StoredDraft<Draft> | null
    return storedValue?.shape === shape && storedValue.version === version ? storedValue.draft : undefined
  } catch {
    return undefined
  }
}

export function saveDraft<Draft>(key: string, version: number, draft: Draft): boolean {
  try {
    localStorage.setItem(key, JSON.stringify({ shape, version, draft } satisfies StoredDraft<Draft>))
    return true
  } catch {
    return false
  }
}

export function deleteDraft(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Without storage, there is no stored draft.
  }
}

/** Drafts are keyed by user, so that other users of this browser don’t see them. */
export function draftKey(personId: string, requestId: string | undefined): string {
  return `slipway-draft:${personId}:${requestId ?? 'new'}`
}

export type DraftSaveState = 'untouched' | 'saving' | 'saved' | 'notSaved'

/** Stores the draft in the browser, so that a reload or sign-out loses nothing. */
export function useDraft<Draft>(key: string, version: number, initial: Draft) {
  const [draft, setDraft] = useState(initial)
  const [saveState, setSaveState] = useState<DraftSaveState>('untouched')
  const change = useCallback((part: Partial<Draft>) => {
    setDraft((previous) => ({ ...previous, ...part }))
    setSaveState('saving')
  }, [])
  useEffect(() => {
    if (saveState !== 'saving') return
    const keep = () => setSaveState(saveDraft(key, version, draft) ? 'saved' : 'notSaved')
    const timer = setTimeout(keep, 250)
    addEventListener('pagehide', keep)
    return () => {
      clearTimeout(timer)
      removeEventListener('pagehide', keep)
    }
  }, [draft, saveState, key, version])
  // The screen can unmount before the timer fires, for example when the session ends.
  const unsavedDraft = useRef<Draft>(undefined)
  unsavedDraft.current = saveState === 'saving' ? draft : undefined
  useEffect(
    () => () => {
      if (unsavedDraft.current) saveDraft(key, version, unsavedDraft.current)
    },
    [key, version],
  )
  return { draft, change, saveState }
}
