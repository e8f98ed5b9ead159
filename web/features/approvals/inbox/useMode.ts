import { useEffect, useState } from 'react'
import { paths } from '../../../paths.ts'
import { useNavigateTo } from '../../../shared/useNavigateTo.ts'
import type { InboxSearch } from './inboxSearch.ts'
import type { Mode } from './outcome.ts'

/**
 * The open form. It belongs to the approval that it was opened for. An address can open the form of a decision, once: nothing is decided
 * before the reader sends the form. That decision is about one approval, so it ends the selection.
 */
export function useMode(search: InboxSearch, endSelection: () => void) {
  const navigateTo = useNavigateTo()
  const { decide, ...remaining } = search
  const place = `${search.id} ${search.show}`
  const [opened, setOpened] = useState<{ at: string; mode: Mode }>()
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
