import type { Icon } from '../../../ui/icon.ts'
import { Ended, Status, type Tone } from '../../../ui/Status.tsx'

interface Face {
  tone: Tone
  word: string
  icon?: Icon
}
type WorkStatus = 'queued' | 'running' | 'waiting' | 'failed' | 'succeeded' | 'cancelled'
/** How runs stand, in one word each. */
export const runFaces: Record<WorkStatus, Face> = {
  queued: { tone: 'neutral', word: 'Queued' },
  running: { tone: 'busy', word: 'Running' },
  waiting: { tone: 'busy', word: 'Waiting' },
  failed: { tone: 'bad', word: 'Failed' },
  succeeded: { tone: 'ok', word: 'Finished' },
  cancelled: { tone: 'neutral', word: 'Cancelled', icon: Ended },
}

/** A run with an error is retried automatically until it is stuck. */
export function RunStatus({ status, stuckSince, pill }: { status: string; stuckSince: string | null; pill?: boolean }) {
  const trying = stuckSince !== null && status !== 'failed'
  const { tone, word, icon } = trying
    ? { tone: 'warn' as const, word: 'Retrying', icon: undefined }
    : (runFaces[status as WorkStatus] ?? { tone: 'neutral' as const, word: status, icon: undefined })
  return (
    <Status tone={tone} {...(icon && { icon })} {...(pill && { pill })}>
      {word}
    </Status>
  )
}
