import { RelativeTime } from '../../../ui/Time.tsx'
import type { Differences } from './driftLabels.ts'

export function LastComparison({ compared }: { compared: Differences['compared'] }) {
  if (compared.groups === 0) return null
  if (!compared.at) return 'First scan in progress'
  return (
    <>
      Last scan <RelativeTime at={compared.at} />
    </>
  )
}
