import type { Icon } from '../../../ui/icon.ts'
import { Ended, Status, type Tone } from '../../../ui/Status.tsx'

interface Face {
  tone: Tone
  word: string
  icon?: Icon
}
export const runFaces: Record<string, Face> = {
  queued: { tone: 'neutral', word: 'Queued' },
  running: { tone: 'busy', word: 'Running' },
  waiting: { tone: 'busy', word: 'Waiting' },
  failed: { tone: 'bad', word: 'Stuck' },
  succeeded: { tone: 'ok', word: 'Finished' },
  cancelled: { tone: 'neutral', word: 'Called off', icon: Ended },
}

/** A run with an error is retried automatically until it is stuck. */
export function RunStatus({ status, stuckSince, pill }: { status: string; stuckSince: string | null; pill?: boolean }) {
  const trying = stuckSince !== null && status !== 'failed'
  const { tone, word, icon } = trying
    ? { tone: 'warn' as const, word: 'Tried again', icon: undefined }
    : (runFaces[status] ?? { tone: 'neutral' as const, word: status, icon: undefined })
  return (
    <Status tone={tone} {...(icon && { icon })} {...(pill && { pill })}>
      {word}
    </Status>
  )
}
