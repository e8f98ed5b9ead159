import type { Person } from '../../../shared/PersonPicker.tsx'
import type { StoreLine } from './parseStoreNumbers.ts'
import type { NewStores } from './types.ts'

/** The server fills empty fields with the defaults of edge accounts. */
export interface RolloutDraft {
  name: string
  text: string
  column: number | undefined
  waveSize: number | null
  haltBy: 'failures' | 'percent'
  haltAfterFailures: number | null
  haltAfterPercent: number | null
  familyId: string | undefined
  owners: Person[]
  costCentre: string
  region: string | undefined
  monthlyBudget: number | null
}

export const rolloutDefaults = { waveSize: 50, haltAfterFailures: 3, haltAfterPercent: 10 } as const

export const emptyDraft: RolloutDraft = {
  name: '',
  text: '',
  column: undefined,
  ...rolloutDefaults,
  haltBy: 'failures',
  familyId: undefined,
  owners: [],
  costCentre: '',
  region: undefined,
  monthlyBudget: null,
}

/** A dry run ignores the name, so it has a fixed name, and typing the name doesn’t send a request. */
export function bodyOf(draft: RolloutDraft, stores: StoreLine[], name = 'New rollout'): NewStores {
  return {
    name,
    stores,
    waveSize: draft.waveSize ?? rolloutDefaults.waveSize,
    ...(draft.haltBy === 'failures'
      ? { haltAfterFailures: draft.haltAfterFailures ?? rolloutDefaults.haltAfterFailures }
      : { haltAfterPercent: draft.haltAfterPercent ?? rolloutDefaults.haltAfterPercent }),
    ...(draft.familyId && { familyId: draft.familyId }),
    ...(draft.owners.length > 0 && { ownerIds: draft.owners.map(({ id }) => id) }),
    ...(draft.costCentre.trim() !== '' && { costCentre: draft.costCentre.trim() }),
    ...(draft.region && { region: draft.region }),
    ...(draft.monthlyBudget !== null && { monthlyBudget: draft.monthlyBudget }),
  }
}
