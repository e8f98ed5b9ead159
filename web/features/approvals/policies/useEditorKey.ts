import { useState } from 'react'

/** The draft that the first save of an edited version (the base) created. The editor continues in it, under the key that it had. */
export interface ContinuedDraft {
  base: number
  version: number
  key: string
  isShown: boolean
}

/** Until the page shows the draft, the base keeps its key too. Each other version gets a key that differs from the editor’s. */
export function editorKeyOf(version: number | undefined, draft: ContinuedDraft | undefined): string {
  if (draft && (version === draft.version || (version === draft.base && !draft.isShown))) return draft.key
  const key = `version ${version}`
  return key === draft?.key ? `${key} after ${draft.version}` : key
}

/** Returns the key of the page. The first save of an edited version creates a draft, and keeps the key, so that the editor keeps its focus. */
export function useEditorKey(version: number | undefined): [key: string, continueIn: (draftVersion: number) => void] {
  const [draft, setDraft] = useState<ContinuedDraft>()
  if (draft && !draft.isShown && version === draft.version) setDraft({ ...draft, isShown: true })
  const key = editorKeyOf(version, draft)
  const continueIn = (draftVersion: number) => {
    if (version !== undefined) setDraft({ base: version, version: draftVersion, key, isShown: false })
  }
  return [key, continueIn]
}
