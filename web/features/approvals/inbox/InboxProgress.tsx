import { count } from '../../../shared/waits.ts'
import { Progress } from '../../../ui/Progress.tsx'
import { inboxLabels } from './labels.ts'

export function InboxProgress({ decided, left }: { decided: number; left: number | undefined }) {
  if (decided === 0) return null
  const to = left ?? 0
  return (
    <div className="border-b border-line px-3 py-2.5">
      <Progress
        label={`You decided on ${count(decided, 'request')}`}
        value={decided / Math.max(1, decided + to)}
        text={inboxLabels.left(to)}
      />
    </div>
  )
}
