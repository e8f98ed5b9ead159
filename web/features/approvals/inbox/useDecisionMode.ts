import { useEffect, useState } from 'react'
import { paths } from '../../../paths.ts'
import { useNavigateTo } from '../../../shared/useNavigateTo.ts'
import type { InboxSearch } from './inboxSearch.ts'
import type { Mode } from './outcome.ts'

/**
 * Keeps the open form of the selected approval, and closes it when the reader opens another approval. A link can open the decision form
 * once, which clears the selection; the reader must still send it.
 */
export function useDecisionMode(search: InboxSearch, endSelection: () => void) {
  const navigateTo = useNavigateTo()
  const { decide, ...remaining } = search
  const place = `${search.id} ${search.show}`
  const [opened, setOpened] = useState<{ at: string; mode: Mode }>()
  if (opened && opened.at !== place) setOpened(undefined)
  const setMode = (next: Mode | undefined) =>
    setOpened((before) => (next ? { at: place, mode: next } : before?.at === place ? undefined : before))
  const withoutDecision = paths.approvals(remaining)
  useEffect(() => {
    if (!decide) return
    endSelection()
    setOpened({ at: place, mode: decide })
    navigateTo(withoutDecision, { replace: true })
  }, [decide, place, withoutDecision, navigateTo, endSelection])
  return { place, mode: opened?.at === place ? opened.mode : undefined, setMode }
}
