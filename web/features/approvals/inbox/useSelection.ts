import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { listSimilarApprovals } from '../../../api/inboxQueries.ts'
import { problemOf } from '../../../api/problem.ts'
import type { ApprovalItem } from '../../../shared/requestTypes.ts'
import { announce } from '../../../ui/LiveRegion.tsx'
import { toast } from '../../../ui/Toast.tsx'
import type { VoteResult } from './useVote.ts'

export interface ExcludedItem {
  approval: ApprovalItem
  reasons: readonly string[]
}

const noResults: ReadonlyMap<string, VoteResult> = new Map()

/** @param isBeingDecided if it is true for a selected approval, the selection can’t be changed */
export function useSelection(isBeingDecided: (id: string) => boolean, onChange: () => void) {
  const client = useQueryClient()
  const [items, setItems] = useState<readonly ApprovalItem[]>([])
  const [different, setDifferent] = useState<readonly ExcludedItem[]>([])
  const [results, setResults] = useState(noResults)
  const [isGathering, setIsGathering] = useState(false)
  const isLocked = items.some((item) => isBeingDecided(item.id))
  const set = (next: readonly ApprovalItem[], excluded: readonly ExcludedItem[]) => {
    if (isLocked) return
    onChange()
    setItems(next)
    setDifferent(next.length > 0 ? excluded : [])
    setResults(noResults)
  }
  const end = useCallback(() => {
    setItems([])
    setDifferent([])
    setResults(noResults)
  }, [])
  const isFinished = results.size > 0
  return {
    items,
    different,
    /** The results of the votes. After them, selecting an approval starts a new selection. */
    results,
    isFinished,
    setResults,
    isLocked,
    /** Deciding is disabled until the similar approvals have loaded, because a vote would count for a single one. */
    gathering: isGathering,
    has: (id: string) => items.some((item) => item.id === id),
    toggle(item: ApprovalItem) {
      if (isFinished) return set([item], [])
      set(items.some((entry) => entry.id === item.id) ? items.filter((entry) => entry.id !== item.id) : [...items, item], different)
    },
    include(item: ApprovalItem) {
      set(
        [...items, item],
        different.filter(({ approval }) => approval.id !== item.id),
      )
    },
    end,
    clear: () => items.length > 0 && set([], []),
    /** Selects the approvals that the server considers similar, and separates the ones that differ. */
    async gather(item: ApprovalItem) {
      if (isLocked) return
      setIsGathering(true)
      try {
        const result = await client.fetchQuery({ ...listSimilarApprovals(item.id), staleTime: 0 })
        set(result.similar, result.different)
        announce(`${result.similar.length} selected${result.different.length > 0 ? `, ${result.different.length} different` : ''}`)
      } catch (error) {
        toast.bad('Couldn’t find similar requests', { description: problemOf(error).message })
      } finally {
        setIsGathering(false)
      }
    },
  }
}
export type Selection = ReturnType<typeof useSelection>
