import { Play } from 'lucide-react'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { count } from '../../../shared/waits.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import type { Rollout } from './types.ts'

export function HaltedBanner({ rollout, onResume, onShowFailed }: { rollout: Rollout; onResume: () => void; onShowFailed: () => void }) {
  const { halted, counts, status } = rollout
  if (!halted && !(status === 'built' && counts.failed > 0)) return null
  const actions = (
    <>
      {counts.failed > 0 && (
        <Button size="sm" onClick={onShowFailed}>
          Show the failed ones
        </Button>
      )}
      <Button size="sm" variant="primary" icon={Play} disabledReason={reasonOf(rollout, 'resume')} onClick={onResume}>
        {halted ? 'Resume' : 'Settle them'}
      </Button>
    </>
  )
  if (!halted)
    return (
      <Banner tone="warn" title={`Every wave is done; ${count(counts.failed, 'store')} failed`} action={actions}>
        Try them again in one more wave, or leave them out.
      </Banner>
    )
  return (
    <Banner tone="bad" title="Halted: no further store is begun" action={actions}>
      <p className="text-ink wrap-anywhere">{halted.because}</p>
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
        {halted.by ? `, by ${halted.by.displayName}` : ', by the rule of this rollout'}. What was under way is finished; nothing that is
        built is lost.
      </p>
    </Banner>
  )
}
