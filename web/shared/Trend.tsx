import { Suspense } from 'react'
import type { TrendName } from '../api/trendQueries.ts'
import { lazyComponent } from '../ui/lazyComponent.tsx'

const TrendBars = lazyComponent(() => import('./TrendBars.tsx').then(({ TrendBars }) => ({ default: TrendBars })))

/** Shows events by week for administrators and auditors. It loads after the page that it is part of. */
export function Trend({ name }: { name: TrendName }) {
  return (
    <Suspense fallback={null}>
      <TrendBars name={name} />
    </Suspense>
  )
}
