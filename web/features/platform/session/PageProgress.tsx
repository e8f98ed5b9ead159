import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { sessionLabels } from './labels.ts'

const delayMs = 300

export function PageProgress() {
  const loading = useRouterState({ select: ({ isLoading }) => isLoading })
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!loading) return
    const timer = setTimeout(() => setSlow(true), delayMs)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [loading])
  return (
    <div role="status">
      {loading && slow && (
        <>
          <span className="sr-only">{sessionLabels.loadingPage}</span>
          <div role="progressbar" aria-label={sessionLabels.loadingPage} className="fixed inset-x-0 top-0 z-60 h-[3px] bg-line">
            <div className="slide h-full w-2/5 bg-accent" />
          </div>
        </>
      )}
    </div>
  )
}
