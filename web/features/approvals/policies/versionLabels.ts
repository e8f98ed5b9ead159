import type { Tone } from '../../../ui/Status.tsx'
import type { VersionSummary } from './types.ts'

export const versionFaces: Record<VersionSummary['status'], { tone: Tone; words: string }> = {
  draft: { tone: 'warn', words: 'Draft' },
  proposed: { tone: 'info', words: 'Pending approval' },
  live: { tone: 'ok', words: 'Live' },
  retired: { tone: 'neutral', words: 'Replaced' },
  rejected: { tone: 'bad', words: 'Rejected' },
}
