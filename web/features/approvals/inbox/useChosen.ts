import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { listAlikeApprovals } from '../../../api/inboxQueries.ts'
import { problemOf } from '../../../api/problem.ts'
import type { ApprovalItem } from '../../../shared/requestTypes.ts'
import { announce } from '../../../ui/LiveRegion.tsx'
import { toast } from '../../../ui/Toast.tsx'
import type { ExcludedItem } from './BulkDecision.tsx'

/** The selection for a bulk decision, and the approvals left out of it. */
export function useChosen(onChange: () => void) {
  const client = useQueryClient()
  const [items, setItems] = useState<readonly ApprovalItem[]>([])
  const [odd, setExcludedItems] = useState<readonly ExcludedItem[]>([])
  const [isGathering, setIsGathering] = useState(false)
  const set = (next: readonly ApprovalItem[], excluded: readonly ExcludedItem[]) => {
    onChange()
    setItems(next)
    setExcludedItems(next.length > 0 ? excluded : [])
  }
  /** Clears the selection, but keeps the open form. */
  const end = useCallback(() => {
    setItems([])
    setExcludedItems([])
  }, [])
  return {
    items,
    odd,
    /** Deciding is disabled until the similar approvals have loaded, because a vote now would count for a single one. */
    gathering: isGathering,
    has: (id: string) => items.some((item) => item.id === id),
    toggle(item: ApprovalItem) {
      set(items.some((entry) => entry.id === item.id) ? items.filter((entry) => entry.id !== item.id) : [...items, item], odd)
    },
    include(item: ApprovalItem) {
      set(
        [...items, item],
        odd.filter(({ approval }) => approval.id !== item.id),
      )
    },
    end,
    clear: () => items.length > 0 && set([], []),
    /** Selects similar approvals, as the server defines them, and separates approvals that differ. */
    async gather(item: ApprovalItem) {
      setIsGathering(true)
      try {
        const result = await client.fetchQuery({ ...listAlikeApprovals(item.id), staleTime: 0 })
        set(result.alike, result.odd)
        announce(`${result.alike.length} selected${result.odd.length > 0 ? `, ${result.odd.length} different` : ''}`)
      } catch (error) {
        toast.bad('Couldn’t find similar requests', { description: problemOf(error).message })
      } finally {
        setIsGathering(false)
      }
    },
  }
}
export type Selection = ReturnType<typeof useChosen>
