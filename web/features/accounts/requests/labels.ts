import type { StepId } from './problems.ts'
import type { DraftSaveState } from './useDraft.ts'

export const stepLabels: Record<StepId, { title: string; description: string }> = {
  basics: { title: 'Basics', description: 'Name, reason and family' },
  platform: { title: 'Platform', description: 'Region, network and services' },
  people: { title: 'People and budget', description: 'Owners, budget and access' },
  review: { title: 'Review', description: 'Summary and next steps' },
}

export const saveStateLabels: Record<DraftSaveState, string | undefined> = {
  untouched: undefined,
  saving: 'Saving draft…',
  saved: 'Draft saved in this browser',
  notSaved: 'This browser can’t save drafts. Submit the request before you leave.',
}

export const wizardLabels = {
  accounts: 'Accounts',
  name: 'Name',
  purpose: 'Reason',
  tower: 'Tower',
  family: 'Family',
  owners: 'Owners',
  services: 'Services',
  startOver: 'Start over',
  budget: 'Monthly budget',
} as const
export const requestLabels = {
  withdraw: 'Withdraw request',
  edit: 'Edit and resubmit',
  openAccount: 'Open account',
  removed: 'Everything was removed, and the name can be reused.',
  failedAt: (step: string) => `Failed at “${step}”`,
  setupSteps: (account: string) => `Setup steps of ${account}`,
} as const
