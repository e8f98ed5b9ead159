import type { Tone } from '../../../ui/Status.tsx'
import type { VersionSummary } from './types.ts'

export const versionFaces: Record<VersionSummary['status'], { tone: Tone; words: string }> = {
  draft: { tone: 'warn', words: 'Draft' },
  proposed: { tone: 'info', words: 'Waits for approval' },
  live: { tone: 'ok', words: 'Live' },
  retired: { tone: 'neutral', words: 'Was live' },
  rejected: { tone: 'bad', words: 'Rejected' },
}
