import { Hourglass } from 'lucide-react'
import type { Icon } from '../../../ui/icon.ts'
import { EndedIcon, Status, type Tone } from '../../../ui/Status.tsx'

interface StatusDisplay {
  tone: Tone
  label: string
  icon?: Icon
}
type RunStatus = 'queued' | 'running' | 'waiting' | 'failed' | 'succeeded' | 'cancelled'
export const runDisplays: Record<RunStatus, StatusDisplay> = {
  queued: { tone: 'neutral', label: 'Queued' },
  running: { tone: 'busy', label: 'Running' },
  waiting: { tone: 'neutral', label: 'Waiting', icon: Hourglass },
  failed: { tone: 'bad', label: 'Failed' },
  succeeded: { tone: 'ok', label: 'Finished' },
  cancelled: { tone: 'neutral', label: 'Cancelled', icon: EndedIcon },
}

/** A run with an error counts as retrying until it is stuck. */
export function RunStatus({ status, stuckSince, pill }: { status: string; stuckSince: string | null; pill?: boolean }) {
  const isRetrying = stuckSince !== null && status !== 'failed'
  const { tone, label, icon } = isRetrying
    ? { tone: 'warn' as const, label: 'Retrying', icon: undefined }
    : (runDisplays[status as RunStatus] ?? { tone: 'neutral' as const, label: status, icon: undefined })
  return (
    <Status tone={tone} {...(icon && { icon })} {...(pill && { pill })}>
      {label}
    </Status>
  )
}
