import { Hourglass } from 'lucide-react'
import type { Icon } from '../../../ui/icon.ts'
import { Ended, Status, type Tone } from '../../../ui/Status.tsx'

interface StatusDisplay {
  tone: Tone
  word: string
  icon?: Icon
}
type WorkStatus = 'queued' | 'running' | 'waiting' | 'failed' | 'succeeded' | 'cancelled'
/** The tone and the label of each run status. */
export const runDisplays: Record<WorkStatus, StatusDisplay> = {
  queued: { tone: 'neutral', word: 'Queued' },
  running: { tone: 'busy', word: 'Running' },
  waiting: { tone: 'neutral', word: 'Waiting', icon: Hourglass },
  failed: { tone: 'bad', word: 'Failed' },
  succeeded: { tone: 'ok', word: 'Finished' },
  cancelled: { tone: 'neutral', word: 'Cancelled', icon: Ended },
}

/** A run with an error is retried automatically until it is stuck. */
export function RunStatus({ status, stuckSince, pill }: { status: string; stuckSince: string | null; pill?: boolean }) {
  const isRetrying = stuckSince !== null && status !== 'failed'
  const { tone, word, icon } = isRetrying
    ? { tone: 'warn' as const, word: 'Retrying', icon: undefined }
    : (runDisplays[status as WorkStatus] ?? { tone: 'neutral' as const, word: status, icon: undefined })
  return (
    <Status tone={tone} {...(icon && { icon })} {...(pill && { pill })}>
      {word}
    </Status>
  )
}
