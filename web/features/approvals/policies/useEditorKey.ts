import { useState } from 'react'

/** Returns the key of the page. The first save of an edited version creates a draft, and keeps the key, so that the editor keeps its focus. */
export function useEditorKey(version: number | undefined): [key: string, continueIn: (draftVersion: number) => void] {
  const [draft, setDraft] = useState<{ version: number; base: number; isShown: boolean }>()
  if (draft && !draft.isShown && version === draft.version) setDraft({ ...draft, isShown: true })
  const continueIn = (draftVersion: number) => {
    if (version !== undefined) setDraft({ version: draftVersion, base: version, isShown: false })
  }
  if (version === draft?.version) return [`version ${draft?.base}`, continueIn]
  return [draft?.isShown && version === draft.base ? `base ${version}` : `version ${version}`, continueIn]
}
