import type { StepId } from './problems.ts'
import type { Keeping } from './useDraft.ts'

export const stepLabels: Record<StepId, { title: string; description: string }> = {
  basics: { title: 'Basics', description: 'Name, purpose and family' },
  platform: { title: 'Platform', description: 'Region, network and services' },
  people: { title: 'People and money', description: 'Owners, budget and access' },
  review: { title: 'Review', description: 'Summary and next steps' },
}

export const keepingLabels: Record<Keeping, string | undefined> = {
  untouched: undefined,
  keeping: 'Keeping your draft…',
  kept: 'Your draft is kept in this browser.',
  lost: 'This browser can’t keep drafts. Stay on this page.',
}

export const wizardLabels = { startOver: 'Start over', startFrom: 'Start from an existing account', budget: 'Monthly budget' } as const
export const requestLabels = { withdraw: 'Withdraw request', edit: 'Edit and resubmit', openAccount: 'Open account' } as const
