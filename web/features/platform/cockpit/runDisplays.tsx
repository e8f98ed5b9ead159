import { Hourglass } from 'lucide-react'
import type { Icon } from '../../../ui/icon.ts'
import { EndedIcon, Status, type Tone } from '../../../ui/Status.tsx'
import { runStatusLabels } from './labels.ts'

interface StatusDisplay {
  tone: Tone
  label: string
  icon?: Icon
}
type RunStatus = keyof typeof runStatusLabels
export const runDisplays: Record<RunStatus, StatusDisplay> = {
  queued: { tone: 'neutral', label: runStatusLabels.queued },
  running: { tone: 'busy', label: runStatusLabels.running },
  waiting: { tone: 'neutral', label: runStatusLabels.waiting, icon: Hourglass },
  failed: { tone: 'bad', label: runStatusLabels.failed },
  succeeded: { tone: 'ok', label: runStatusLabels.succeeded },
  cancelled: { tone: 'neutral', label: runStatusLabels.cancelled, icon: EndedIcon },
}

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
