import { accountOwnerLimits } from '../../../../client/ownerLimits.ts'
import { repeatedAlertProblem } from '../../../shared/budgetAlerts.ts'
import { count } from '../../../shared/waits.ts'
import type { Draft } from './draft.ts'

export const stepIds = ['basics', 'platform', 'people', 'review'] as const
export type StepId = (typeof stepIds)[number]

export interface Problem {
  name: string
  message: string
}

const steps: Record<string, StepId> = {
  name: 'basics',
  description: 'basics',
  purpose: 'basics',
  environment: 'basics',
  workload: 'basics',
  towerId: 'basics',
  familyId: 'basics',
  region: 'platform',
  connectivity: 'platform',
  dataClassification: 'platform',
  criticality: 'platform',
  catalogueItemIds: 'platform',
  tags: 'platform',
}

export function stepOf(field: string): StepId {
  return steps[field.split('.')[0] ?? ''] ?? 'people'
}

/** Maps a field of the API (`/budget/contacts/0`, `ownerIds.1`) to the form’s field. */
export function formField(field: string): string {
  const path = field.replace(/^\//, '').replaceAll('/', '.')
  return path.replace(/^(ownerIds|catalogueItemIds|budget\.contacts)\.\d+$/, '$1').replace(/^(budget\.thresholds|tags)\..*$/, '$1')
}

export function nameProblemOf(text: string): string | undefined {
  const name = text.trim()
  if (name === '') return 'Enter an account name.'
  if (name.length < 3) return 'Enter a name of at least 3 characters.'
  if (name.length > 63) return `The name is ${count(name.length - 63, 'character')} too long. The maximum is 63.`
  if (/[<>;|]/.test(name)) return 'Account names can’t contain < > ; |.'
  return /^[A-Za-z0-9]/.test(name) ? undefined : 'Start the name with a letter or digit.'
}

/** Checks all fields in the order of the form. The server checks the other rules. */
export function problemsOf(draft: Draft): Problem[] {
  const problems: Problem[] = []
  const requireValid = (isValid: unknown, name: string, message: string) => {
    if (!isValid) problems.push({ name, message })
  }
  const nameProblem = nameProblemOf(draft.name)
  requireValid(!nameProblem, 'name', nameProblem ?? '')
  const purpose = draft.purpose.trim()
  requireValid(purpose.length >= 10, 'purpose', 'Enter a reason of at least 10 characters. Approvers see it first.')
  requireValid(purpose.length <= 1000, 'purpose', 'Shorten the reason to 1,000 characters.')
  requireValid(draft.description.length <= 1000, 'description', 'Shorten the description to 1,000 characters.')
  requireValid(draft.environment, 'environment', 'Choose an environment.')
  requireValid(draft.towerId, 'towerId', 'Choose a tower.')
  requireValid(draft.familyId, 'familyId', 'Choose a family.')
  requireValid(draft.region, 'region', 'Choose a region.')
  requireValid(draft.connectivity, 'connectivity', 'Choose a network connection.')
  requireValid(draft.dataClassification, 'dataClassification', 'Choose a data classification.')
  requireValid(draft.criticality, 'criticality', 'Choose a criticality.')
  requireValid(draft.owners.length >= accountOwnerLimits.min, 'ownerIds', 'Choose at least two owners.')
  requireValid(draft.owners.length <= accountOwnerLimits.max, 'ownerIds', 'Choose at most ten owners.')
  requireValid(/^[A-Za-z0-9-]{2,32}$/.test(draft.costCentre.trim()), 'costCentre', 'Enter a cost centre, such as CC-4100.')
  requireValid(draft.budget !== null && draft.budget >= 100, 'budget.amount', 'Enter a monthly budget of at least £1.')
  // If all owners are notified, the check of the owners already limits their number.
  const contactCount = draft.contacts?.length
  requireValid(
    contactCount === undefined || (contactCount >= 1 && contactCount <= 10),
    'budget.contacts',
    'Choose one to ten budget alert recipients.',
  )
  requireValid(draft.thresholds.length > 0, 'budget.thresholds', 'Keep at least one alert.')
  requireValid(
    draft.thresholds.every(({ percent }) => percent >= 1 && percent <= 1000),
    'budget.thresholds',
    'Enter a value between 1% and 1,000% of the budget.',
  )
  const repeatedAlert = repeatedAlertProblem(draft.thresholds)
  requireValid(!repeatedAlert, 'budget.thresholds', repeatedAlert ?? '')
  problems.push(...groupProblems(draft.accessGroups))
  return problems
}

function groupProblems(groups: Draft['accessGroups']): Problem[] {
  return groups.flatMap((group, index) => {
    const name = `accessGroups.${index}.name`
    if (!/^[a-z][a-z0-9-]{1,20}$/.test(group.name.trim())) {
      return [{ name, message: 'Use lowercase letters, digits and hyphens, such as developers or on-call.' }]
    }
    const first = groups.findIndex((other) => other.name === group.name)
    return first < index ? [{ name, message: `Two groups have the name ${group.name}.` }] : []
  })
}
