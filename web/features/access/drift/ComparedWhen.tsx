import { RelativeTime } from '../../../ui/Time.tsx'
import type { Differences } from './driftWords.ts'

export function ComparedWhen({ compared }: { compared: Differences['compared'] }) {
  if (compared.groups === 0) return null
  if (!compared.at) return 'Not everything has been compared yet'
  return (
    <>
      Compared with the directory <RelativeTime at={compared.at} />
    </>
  )
}
