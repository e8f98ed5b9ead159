import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listAlikeApprovals } from '../../../api/inboxQueries.ts'
import { problemOf } from '../../../api/problem.ts'
import type { ApprovalItem } from '../../../shared/requestTypes.ts'
import { announce } from '../../../ui/LiveRegion.tsx'
import { toast } from '../../../ui/Toast.tsx'
import type { Odd } from './BulkDecision.tsx'

/** What is chosen to be decided together, and what was set apart from it. */
export function useChosen(onChange: () => void) {
  const client = useQueryClient()
  const [items, setItems] = useState<readonly ApprovalItem[]>([])
  const [odd, setOdd] = useState<readonly Odd[]>([])
  const [gathering, setGathering] = useState(false)
  const set = (next: readonly ApprovalItem[], apart: readonly Odd[]) => {
    onChange()
    setItems(next)
    setOdd(next.length > 0 ? apart : [])
  }
  return {
    items,
    odd,
    /** Until what is alike has come, nothing can be decided: a vote now would count for one alone. */
    gathering,
    has: (id: string) => items.some((item) => item.id === id),
    toggle(item: ApprovalItem) {
      set(items.some((one) => one.id === item.id) ? items.filter((one) => one.id !== item.id) : [...items, item], odd)
    },
    takeIn(item: ApprovalItem) {
      set(
        [...items, item],
        odd.filter(({ approval }) => approval.id !== item.id),
      )
    },
    clear: () => items.length > 0 && set([], []),
    /** Chooses what is like this one, as the server sees it, and sets the odd ones apart. */
    async gather(item: ApprovalItem) {
      setGathering(true)
      try {
        const found = await client.fetchQuery({ ...listAlikeApprovals(item.id), staleTime: 0 })
        set(found.alike, found.odd)
        announce(`${found.alike.length} selected${found.odd.length > 0 ? `, ${found.odd.length} odd set apart` : ''}`)
      } catch (error) {
        toast.bad('What is alike could not be gathered', { description: problemOf(error).message })
      } finally {
        setGathering(false)
      }
    },
  }
}
export type Chosen = ReturnType<typeof useChosen>
