import { Play } from 'lucide-react'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { count } from '../../../shared/waits.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { rolloutActionLabels } from './labels.ts'
import type { Rollout } from './types.ts'

export function HaltedBanner({ rollout, onResume, onShowFailed }: { rollout: Rollout; onResume: () => void; onShowFailed: () => void }) {
  const { halted, counts, status } = rollout
  if (!halted && !(status === 'built' && counts.failed > 0)) return null
  const actions = (
    <>
      {counts.failed > 0 && (
        <Button size="sm" onClick={onShowFailed}>
          {rolloutActionLabels.showFailed}
        </Button>
      )}
      <Button size="sm" variant="primary" icon={Play} disabledReason={reasonOf(rollout, 'resume')} onClick={onResume}>
        {halted ? rolloutActionLabels.resume : 'Resolve failures'}
      </Button>
    </>
  )
  if (!halted)
    return (
      <Banner tone="warn" title={`All waves finished, ${count(counts.failed, 'store')} failed`} action={actions}>
        Retry failed stores in another wave, or skip them.
      </Banner>
    )
  return (
    <Banner tone="bad" title="Rollout halted" action={actions}>
      <p className="text-ink wrap-anywhere">{halted.reason}</p>
      {halted.failures.length > 1 && (
        <ul className="mt-1 list-disc pl-4">
          {halted.failures.map(({ reason, stores }) => (
            <li key={reason} className="wrap-anywhere">
              {count(stores, 'store')}: {reason}
            </li>
          ))}
        </ul>
      )}
      <p className="mt-1 text-sm">
        <RelativeTime at={halted.at} />
        {halted.by ? `, by ${halted.by.displayName}` : ', automatically at the failure limit'}. Stores in progress will finish. Completed
        stores stay.
      </p>
    </Banner>
  )
}
