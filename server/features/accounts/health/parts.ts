import { accountOwnerLimits } from '../../../../client/ownerLimits.ts'
import { formatMoney, toUnits } from '../../../format.ts'
import { canBePropagating, type DelayedTopic, notPropagatedMessage } from '../accounts/newSubscription.ts'
import { canBePreviousMonth } from '../costs/storeCost.ts'
import { type CloudFacts, type RecordedFacts, requiredTags } from './facts.ts'

export const partIds = [
  'owners',
  'vulnerabilities',
  'policy',
  'backup',
  'patching',
  'tags',
  'budget',
  'exposure',
  'unmanagedGroups',
] as const
export type PartId = (typeof partIds)[number]
/**
 * `unknown`: the part could not be assessed. `pending`: Azure doesn't know it yet, because the account is new. Such parts don't count in the
 * score.
 */
export const partStates = ['good', 'attention', 'bad', 'unknown', 'pending'] as const
export const fixPages = ['owners', 'details', 'tags', 'resources', 'network', 'protection', 'security', 'cost', 'portal'] as const
export const roles = ['owners', 'familyOwner', 'administrators'] as const

export interface HealthPartResult {
  id: PartId
  points: number
  of: number
  state: (typeof partStates)[number]
  why: string
  action: { label: string; at: (typeof fixPages)[number] } | null
  role: (typeof roles)[number]
  /** False if the cloud could not be read. The last known state then remains. */
  answered: boolean
}

/** The weights sum to 100; docs/health.md explains them. */
export const weights: Record<PartId, number> = {
  vulnerabilities: 20,
  owners: 15,
  policy: 15,
  backup: 12,
  patching: 10,
  tags: 8,
  budget: 8,
  exposure: 7,
  unmanagedGroups: 5,
}

type Finding = Pick<HealthPartResult, 'points' | 'state' | 'why' | 'action'> & { role?: HealthPartResult['role']; answered?: false }

export function partsOf(recordedFacts: RecordedFacts, cloud: CloudFacts, now: Date): HealthPartResult[] {
  const isNew = (topic: DelayedTopic) => canBePropagating(topic, recordedFacts.subscriptionSince, now)
  // Resource Graph returns nothing for a subscription that it doesn't know yet, as it does for an empty one.
  const isUnlisted = isNew('resources') && cloud.tags === undefined
  const findingUnlessPropagating = (finding: Finding) => (isUnlisted ? pendingFinding('resources') : finding)
  const findings: Record<PartId, Finding> = {
    owners: ownersFinding(recordedFacts),
    vulnerabilities: isNew('security') && cloud.defender !== 'on' ? pendingFinding('security') : vulnerabilitiesFinding(cloud),
    policy: isNew('policy') && (cloud.policy === undefined || cloud.policy === 'never') ? pendingFinding('policy') : policyFinding(cloud),
    backup: findingUnlessPropagating(machinesFinding('backup', recordedFacts, cloud.backup)),
    patching: findingUnlessPropagating(machinesFinding('patching', recordedFacts, cloud.patching)),
    tags: findingUnlessPropagating(tagsFinding(cloud)),
    budget: budgetFinding(recordedFacts, cloud, now),
    exposure: findingUnlessPropagating(exposureFinding(recordedFacts, cloud)),
    unmanagedGroups: findingUnlessPropagating(groupsFinding(cloud)),
  }
  return partIds.map((id) => {
    const partFinding = recordedFacts.subscriptionId === null && id !== 'owners' ? withoutSubscription : findings[id]
    return { role: 'owners', answered: true, ...partFinding, id, of: weights[id], points: Math.round(partFinding.points * weights[id]) }
  })
}

// The points below are fractions of the weight of a part.
const goodFinding = (explanation: string): Finding => ({ points: 1, state: 'good', why: explanation, action: null })
export const notCheckedFinding: Finding = {
  points: 0,
  state: 'unknown',
  why: 'Couldn’t reach Azure. Slipway checks again within the hour.',
  action: null,
  answered: false,
}
const pendingFinding = (topic: DelayedTopic): Finding => ({ points: 0, state: 'pending', why: notPropagatedMessage(topic), action: null })
export const recordSubscriptionLabel = 'Record the subscription'
const withoutSubscription: Finding = {
  points: 0,
  state: 'unknown',
  why: 'This account has no subscription to check.',
  action: { label: recordSubscriptionLabel, at: 'details' },
  role: 'administrators',
}

export function ownersFinding({ owners }: Pick<RecordedFacts, 'owners'>): Finding {
  const activeCount = owners.filter((owner) => owner.active).length
  const missingOwners = owners.length - activeCount
  if (missingOwners === 0 && activeCount >= accountOwnerLimits.min) return goodFinding(`${pluralize(activeCount, 'owner')}, all active.`)
  const explanation = `${missingOwners} of ${pluralize(owners.length, 'owner')} ${missingOwners === 1 ? 'has' : 'have'} left.`
  if (activeCount >= accountOwnerLimits.min)
    return { points: 0.8, state: 'attention', why: explanation, action: { label: 'Review the owners', at: 'owners' } }
  const action = { label: 'Add another owner', at: 'owners' as const }
  return {
    points: activeCount === 1 ? 0.3 : 0,
    state: 'bad',
    why: missingOwners > 0 ? explanation : 'This account has only one owner.',
    action,
    role: 'familyOwner',
  }
}

function vulnerabilitiesFinding({ defender, vulnerabilities }: CloudFacts): Finding {
  if (defender === undefined || vulnerabilities === undefined) return notCheckedFinding
  if (defender === 'off') {
    const explanation = 'Microsoft Defender for Cloud is off, so vulnerabilities aren’t checked. Turn on its plans.'
    return { points: 0, state: 'unknown', why: explanation, action: { label: 'Turn on Defender', at: 'portal' }, role: 'administrators' }
  }
  const { critical, high } = vulnerabilities
  if (critical > 0) {
    const explanation = `${pluralize(critical, 'critical vulnerability', 'critical vulnerabilities')}${high > 0 ? ` and ${high} of high severity` : ''}.`
    return {
      points: Math.max(0, 0.5 - critical / 10),
      state: 'bad',
      why: explanation,
      action: { label: 'Fix the critical ones', at: 'security' },
    }
  }
  if (high > 0) {
    const explanation = `No critical vulnerabilities, but ${pluralize(high, 'vulnerability', 'vulnerabilities')} of high severity.`
    return { points: Math.max(0.6, 1 - high / 50), state: 'attention', why: explanation, action: { label: 'View fixes', at: 'security' } }
  }
  return goodFinding('No critical or high vulnerabilities.')
}

function policyFinding({ policy }: CloudFacts): Finding {
  if (policy === undefined) return notCheckedFinding
  if (policy === 'never') {
    const explanation = 'Azure Policy has never evaluated this account. Start an evaluation.'
    return { points: 0, state: 'unknown', why: explanation, action: { label: 'Start an evaluation', at: 'portal' }, role: 'administrators' }
  }
  const { checks, failing } = policy
  if (failing === 0) return goodFinding(`All ${checks} policy checks pass.`)
  const passedShare = 1 - failing / checks
  return {
    points: Math.max(0, passedShare * 2 - 1),
    state: passedShare >= 0.9 ? 'attention' : 'bad',
    why: `${failing} of ${pluralize(checks, 'policy check')} ${failing === 1 ? 'fails' : 'fail'}.`,
    action: { label: 'View policy violations', at: 'security' },
  }
}

function machinesFinding(coverageKind: 'backup' | 'patching', { environment }: RecordedFacts, coverage: CloudFacts['backup']): Finding {
  if (coverage === undefined) return notCheckedFinding
  const { machines, without } = coverage
  const labels =
    coverageKind === 'backup' ? { done: 'backed up', verb: 'Back up' } : { done: 'patched on a schedule', verb: 'Schedule patches for' }
  if (machines === 0) return goodFinding(coverageKind === 'backup' ? 'No machines that need a backup.' : 'No machines that need patches.')
  if (without === 0) return goodFinding(`${machines === 1 ? 'The only machine is' : `All ${machines} machines are`} ${labels.done}.`)
  const passedShare = 1 - without / machines
  return {
    points: passedShare,
    state: environment === 'production' ? 'bad' : 'attention',
    why: `${without} of ${pluralize(machines, 'machine')} ${without === 1 ? 'is' : 'are'} not ${labels.done}.`,
    action: { label: `${labels.verb} ${pluralize(without, 'machine')}`, at: 'protection' },
  }
}

function tagsFinding({ tags, groups }: CloudFacts): Finding {
  if (tags === undefined || groups === undefined) return notCheckedFinding
  const presentTags = new Set(Object.keys(tags).map((tag) => tag.toLowerCase()))
  const missing = requiredTags.filter((tag) => !presentTags.has(tag.toLowerCase()))
  if (missing.length > 0) {
    return {
      points: 1 - missing.length / requiredTags.length,
      state: missing.length > 2 ? 'bad' : 'attention',
      why: `Of ${requiredTags.length} required tags ${missing.length === 1 ? 'one is' : `${missing.length} are`} missing: ${missing.join(', ')}.`,
      action: { label: 'Set the missing tags', at: 'tags' },
    }
  }
  if (groups.untagged > 0) {
    const explanation = `The subscription has its tags. ${pluralize(groups.untagged, 'resource group')} ${groups.untagged === 1 ? 'has' : 'have'} no cost centre.`
    return { points: 0.7, state: 'attention', why: explanation, action: { label: 'Tag the resource groups', at: 'resources' } }
  }
  return goodFinding(`All ${requiredTags.length} required tags are set.`)
}

const monthFormat = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' })

function budgetFinding({ budget, budgetRun, subscriptionSince }: RecordedFacts, { spent }: CloudFacts, now: Date): Finding {
  if (spent === undefined) return notCheckedFinding
  if (spent === 'noBudget') {
    if (budgetRun === 'failed')
      return {
        points: 0,
        state: 'bad',
        why: 'Slipway couldn’t set the budget in Azure, so owners get no budget alerts. An administrator can retry the failed run in the cockpit.',
        action: null,
        role: 'administrators',
      }
    if (budgetRun === 'inProgress')
      return { ...pendingFinding('costs'), why: `${notPropagatedMessage('costs')} Slipway keeps trying to set its budget.` }
    const action = { label: 'Set a budget', at: 'details' as const }
    return { points: 0, state: 'attention', why: 'The account has no budget in Azure, so owners get no alerts.', action }
  }
  if (spent === 'unknown') {
    if (canBePropagating('costs', subscriptionSince, now)) return pendingFinding('costs')
    return { points: 0, state: 'unknown', why: 'The budget is set, but Azure doesn’t report the spend.', action: null }
  }
  const month = monthFormat.format(now)
  if (canBePreviousMonth(now))
    return {
      points: 0,
      state: 'pending',
      why: `The budget is set. Azure reports no spend for ${month} until the second day of the month.`,
      action: null,
    }
  const limit = toUnits(budget.amount, budget.currency)
  const days = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 0)).getUTCDate()
  // Spend in the first days of a month can't predict the end of the month.
  const expected = spent / (Math.max(5, now.getUTCDate() - 1 + now.getUTCHours() / 24) / days)
  const action = { label: 'View costs', at: 'cost' as const }
  const share = (100 * spent) / (limit || 1)
  // The finding can be read in the next month. A percentage stays consistent with the cost page, which reads the amounts and the forecast
  // from a different Azure service at a different time.
  const spentText = `${spent > limit ? Math.ceil(share) : Math.floor(share)}% of ${formatMoney(budget, { round: true })} spent in ${month}`
  if (spent > limit) return { points: 0, state: 'bad', why: `${spentText}: over budget.`, action }
  if (expected > limit) return { points: 0.5, state: 'attention', why: `${spentText}. At this rate, the month exceeds the budget.`, action }
  return goodFinding(`${spentText}.`)
}

function exposureFinding({ network }: RecordedFacts, { publicAddresses }: CloudFacts): Finding {
  if (publicAddresses === undefined) return notCheckedFinding
  const count = pluralize(publicAddresses, 'public IP address', 'public IP addresses')
  if (publicAddresses === 0) return goodFinding('No public IP addresses.')
  if (network.connectivity === 'internet') return goodFinding(`${count}, which is expected for an account that is open to the internet.`)
  const explanation = `${count}, although the account is ${network.connectivity === 'none' ? 'not connected to a network' : 'connected to the corporate network only'}.`
  return { points: 0.2, state: 'bad', why: explanation, action: { label: 'Review the public IP addresses', at: 'network' } }
}

function groupsFinding({ groups }: CloudFacts): Finding {
  if (groups === undefined) return notCheckedFinding
  const { unmanaged } = groups
  if (unmanaged === 0) return goodFinding('No unmanaged resource groups, apart from any that Azure created.')
  return {
    points: Math.max(0, 1 - unmanaged * 0.3),
    state: unmanaged > 2 ? 'bad' : 'attention',
    why: `${pluralize(unmanaged, 'resource group')} ${unmanaged === 1 ? 'was' : 'were'} created outside Slipway and ${unmanaged === 1 ? 'is' : 'are'} not managed.`,
    action: { label: unmanaged === 1 ? 'Adopt the resource group' : 'Adopt the resource groups', at: 'resources' },
  }
}

const pluralize = (count: number, singular: string, plural = `${singular}s`) => `${count} ${count === 1 ? singular : plural}`
