import type { Tone } from '../../../ui/Status.tsx'
import type { VersionSummary } from './types.ts'

export const versionDisplays: Record<VersionSummary['status'], { tone: Tone; label: string }> = {
  draft: { tone: 'warn', label: 'Draft' },
  proposed: { tone: 'info', label: 'Pending approval' },
  live: { tone: 'ok', label: 'Live' },
  replaced: { tone: 'neutral', label: 'Replaced' },
  rejected: { tone: 'bad', label: 'Rejected' },
}
