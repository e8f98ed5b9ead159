import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'

export function useShowAll<T>(items: readonly T[], initialCount: number) {
  const [showsAll, setShowsAll] = useState(false)
  return {
    visibleItems: showsAll ? items : items.slice(0, initialCount),
    showAllButton: items.length > initialCount && (
      <Button size="sm" variant="quiet" onClick={() => setShowsAll(!showsAll)}>
        {showsAll ? `Show the first ${initialCount}` : `Show all ${items.length}`}
      </Button>
    ),
  }
}
