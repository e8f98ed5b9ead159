import type { Tone } from '../../../ui/Status.tsx'
import type { VersionSummary } from './types.ts'

export const versionDisplays: Record<VersionSummary['status'], { tone: Tone; label: string }> = {
  draft: { tone: 'warn', label: 'Draft' },
  proposed: { tone: 'info', label: 'Pending approval' },
  live: { tone: 'ok', label: 'Live' },
  replaced: { tone: 'neutral', label: 'Replaced' },
  rejected: { tone: 'bad', label: 'Rejected' },
}

export const endedSentences: Record<VersionSummary['status'] | 'discarded', (version: number) => string> = {
  draft: (version) => `You can no longer edit version ${version}`,
  proposed: (version) => `Version ${version} was proposed`,
  live: (version) => `Version ${version} went live`,
  replaced: (version) => `Version ${version} was replaced by a newer version`,
  rejected: (version) => `Version ${version} was rejected`,
  discarded: (version) => `Version ${version} was discarded`,
}
