import type { CallResult } from '../../../api/client.ts'
import type { Tone } from '../../../ui/Status.tsx'

export type UnmanagedGroup = CallResult<'listUnmanagedResourceGroups'>['items'][number]

export const whyWords: Record<UnmanagedGroup['why'], { tone: Tone; words: string; next: string }> = {
  madeByHand: { tone: 'warn', words: 'Made by hand', next: 'Adopt it if it is to stay; ask whoever made it otherwise.' },
  madeByApplication: { tone: 'warn', words: 'Made by an application', next: 'Adopt it, or have the application tag what it makes.' },
  madeByAzure: { tone: 'info', words: 'Made by Azure itself', next: 'Harmless; adopt it so that its cost has an owner.' },
  unknown: {
    tone: 'neutral',
    words: 'No management tag',
    next: 'It is older than Azure’s memory of 90 days. Look at what is in it, then adopt it.',
  },
}
