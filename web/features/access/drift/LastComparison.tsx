import { RelativeTime } from '../../../ui/Time.tsx'
import { type Differences, driftPageLabels } from './driftLabels.ts'

export function LastComparison({ compared }: { compared: Differences['compared'] }) {
  if (compared.groups === 0) return null
  if (!compared.at) return driftPageLabels.firstScan
  return (
    <>
      Last scan <RelativeTime at={compared.at} />
    </>
  )
}
