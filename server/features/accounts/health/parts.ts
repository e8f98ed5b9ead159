import { type LateTopic, maybeUnknown, unknownYet } from '../accounts/newSubscription.ts'
import { type CloudFacts, type OwnFacts, requiredTags } from './facts.ts'
import { formatAmount } from './formatAmount.ts'

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
/** A `pending` part doesn't count, because Azure doesn't know a new account yet. */
export const partStates = ['good', 'attention', 'bad', 'unknown', 'pending'] as const
/** The action is done in a dialog or tab of the account's page, directly (`tags`), or in the Azure portal. */
export const fixPages = ['owners', 'details', 'tags', 'resources', 'network', 'protection', 'security', 'cost', 'portal'] as const
export const roles = ['owners', 'familyOwner', 'administrators'] as const

export interface Part {
  id: PartId
  points: number
  of: number
  state: (typeof partStates)[number]
  why: string
  action: { label: string; at: (typeof fixPages)[number] } | null
  role: (typeof roles)[number]
  /** False when the cloud could not be read; the last known state then remains. */
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

type Finding = Pick<Part, 'points' | 'state' | 'why' | 'action'> & { role?: Part['role']; answered?: false }

export function partsOf(own: OwnFacts, cloud: CloudFacts, now: Date): Part[] {
  const isNew = (topic: LateTopic) => maybeUnknown(topic, own.subscriptionSince, now)
  // Resource Graph returns nothing for a subscription that it doesn't know yet, which looks like an empty one.
  const unlisted = isNew('resources') && cloud.tags === undefined
  const listed = (finding: Finding) => (unlisted ? pending('resources') : finding)
  const findings: Record<PartId, Finding> = {
    owners: ofOwners(own),
    vulnerabilities: isNew('security') && cloud.defender !== 'on' ? pending('security') : ofVulnerabilities(cloud),
    policy: isNew('policy') && (cloud.policy === undefined || cloud.policy === 'never') ? pending('policy') : ofPolicy(cloud),
    backup: listed(ofMachines('backup', own, cloud.backup)),
    patching: listed(ofMachines('patching', own, cloud.patching)),
    tags: listed(ofTags(cloud)),
    budget: ofBudget(own, cloud, now),
    exposure: listed(ofExposure(own, cloud)),
    unmanagedGroups: listed(ofGroups(cloud)),
  }
  return partIds.map((id) => {
    const found = own.subscriptionId === null && id !== 'owners' ? withoutSubscription : findings[id]
    return { role: 'owners', answered: true, ...found, id, of: weights[id], points: Math.round(found.points * weights[id]) }
  })
}

/**
 * Returns a score from 0 to 100. Unknown parts earn nothing, because their state could be bad. Pending parts don't count, and the others
 * share their weight.
 */
export function scoreOf(parts: readonly Pick<Part, 'points' | 'of' | 'state'>[]): number {
  const counted = parts.filter(({ state }) => state !== 'pending')
  const sum = (what: 'points' | 'of') => counted.reduce((total, part) => total + part[what], 0)
  return counted.length === parts.length ? sum('points') : Math.round((100 * sum('points')) / (sum('of') || 1))
}

// Points below are fractions of a part's weight.
const good = (why: string): Finding => ({ points: 1, state: 'good', why, action: null })
const notAsked: Finding = {
  points: 0,
  state: 'unknown',
  why: 'Couldn’t reach Azure. Slipway checks again within the hour.',
  action: null,
  answered: false,
}
const pending = (topic: LateTopic): Finding => ({ points: 0, state: 'pending', why: unknownYet(topic), action: null })
export const recordSubscriptionLabel = 'Record its subscription'
const withoutSubscription: Finding = {
  points: 0,
  state: 'unknown',
  why: 'This account has no subscription to check.',
  action: { label: recordSubscriptionLabel, at: 'details' },
  role: 'administrators',
}

export function ofOwners({ owners }: Pick<OwnFacts, 'owners'>): Finding {
  const valid = owners.filter((owner) => owner.active).length
  const left = owners.length - valid
  if (left === 0 && valid >= 2) return good(`${many(valid, 'owner')}, all active.`)
  const why = `${left} of ${many(owners.length, 'owner')} ${left === 1 ? 'has' : 'have'} left.`
  if (valid >= 2) return { points: 0.8, state: 'attention', why, action: { label: 'Review the owners', at: 'owners' } }
  const action = { label: 'Add another owner', at: 'owners' as const }
  return {
    points: valid === 1 ? 0.3 : 0,
    state: 'bad',
    why: left > 0 ? why : 'This account has only one owner.',
    action,
    role: 'familyOwner',
  }
}

function ofVulnerabilities({ defender, vulnerabilities }: CloudFacts): Finding {
  if (defender === undefined || vulnerabilities === undefined) return notAsked
  if (defender === 'off') {
    const why = 'Microsoft Defender for Cloud is off, so vulnerabilities aren’t checked. Turn on its plans.'
    return { points: 0, state: 'unknown', why, action: { label: 'Turn on Defender', at: 'portal' }, role: 'administrators' }
  }
  const { critical, high } = vulnerabilities
  if (critical > 0) {
    const why = `${many(critical, 'critical vulnerability', 'critical vulnerabilities')}${high > 0 ? ` and ${high} of high severity` : ''}.`
    return { points: Math.max(0, 0.5 - critical / 10), state: 'bad', why, action: { label: 'Fix the critical ones', at: 'security' } }
  }
  if (high > 0) {
    const why = `Nothing critical, ${many(high, 'vulnerability', 'vulnerabilities')} of high severity.`
    return { points: Math.max(0.6, 1 - high / 50), state: 'attention', why, action: { label: 'See what can be fixed', at: 'security' } }
  }
  return good('No critical or high vulnerabilities.')
}

function ofPolicy({ policy }: CloudFacts): Finding {
  if (policy === undefined) return notAsked
  if (policy === 'never') {
    const why = 'Azure Policy has never evaluated this account. Start an evaluation.'
    return { points: 0, state: 'unknown', why, action: { label: 'Start an evaluation', at: 'portal' }, role: 'administrators' }
  }
  const { checks, failing } = policy
  if (failing === 0) return good(`All ${checks} policy checks pass.`)
  const share = 1 - failing / checks
  return {
    // A part earns nothing when half of its checks fail.
    points: Math.max(0, share * 2 - 1),
    state: share >= 0.9 ? 'attention' : 'bad',
    why: `${failing} of ${many(checks, 'policy check')} ${failing === 1 ? 'fails' : 'fail'}.`,
    action: { label: 'View policy violations', at: 'security' },
  }
}

function ofMachines(about: 'backup' | 'patching', { environment }: OwnFacts, asked: CloudFacts['backup']): Finding {
  if (asked === undefined) return notAsked
  const { machines, without } = asked
  const labels =
    about === 'backup' ? { done: 'backed up', verb: 'Back up' } : { done: 'patched on a schedule', verb: 'Schedule patches for' }
  if (machines === 0) return good(about === 'backup' ? 'No machines that need a backup.' : 'No machines that need patches.')
  if (without === 0) return good(`${machines === 1 ? 'The one machine is' : `All ${machines} machines are`} ${labels.done}.`)
  const share = 1 - without / machines
  return {
    points: share,
    state: environment === 'production' ? 'bad' : 'attention',
    why: `${without} of ${many(machines, 'machine')} ${without === 1 ? 'is' : 'are'} not ${labels.done}.`,
    action: { label: `${labels.verb} ${many(without, 'machine')}`, at: 'protection' },
  }
}

function ofTags({ tags, groups }: CloudFacts): Finding {
  if (tags === undefined || groups === undefined) return notAsked
  const held = new Set(Object.keys(tags).map((tag) => tag.toLowerCase()))
  const missing = requiredTags.filter((tag) => !held.has(tag.toLowerCase()))
  if (missing.length > 0) {
    return {
      points: 1 - missing.length / requiredTags.length,
      state: missing.length > 2 ? 'bad' : 'attention',
      why: `Of ${requiredTags.length} required tags ${missing.length === 1 ? 'one is' : `${missing.length} are`} missing: ${missing.join(', ')}.`,
      action: { label: 'Set the missing tags', at: 'tags' },
    }
  }
  if (groups.untagged > 0) {
    const why = `The subscription has its tags. ${many(groups.untagged, 'resource group')} ${groups.untagged === 1 ? 'has' : 'have'} no cost centre.`
    return { points: 0.7, state: 'attention', why, action: { label: 'Tag the resource groups', at: 'resources' } }
  }
  return good(`All ${requiredTags.length} required tags are set.`)
}

function ofBudget({ budget, budgetRun, subscriptionSince }: OwnFacts, { spent }: CloudFacts, now: Date): Finding {
  if (spent === undefined) return notAsked
  if (spent === 'noBudget') {
    if (budgetRun === 'failed')
      return {
        points: 0,
        state: 'bad',
        why: 'Slipway couldn’t set the budget in Azure, so owners get no budget alerts. Retry the failed run in the cockpit.',
        action: null,
        role: 'administrators',
      }
    if (budgetRun === 'underWay') return { ...pending('costs'), why: `${unknownYet('costs')} Slipway keeps trying to set its budget.` }
    const action = { label: 'Set a budget', at: 'details' as const }
    return { points: 0, state: 'attention', why: 'The account has no budget in Azure, so owners get no alerts.', action }
  }
  if (spent === 'unknown') {
    if (maybeUnknown('costs', subscriptionSince, now)) return pending('costs')
    return { points: 0, state: 'unknown', why: 'The budget is set, but Azure doesn’t report the spend.', action: null }
  }
  const whole = budget.amount / 100
  const days = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 0)).getUTCDate()
  // The first days of a month say little about its end.
  const expected = spent / (Math.max(5, now.getUTCDate() - 1 + now.getUTCHours() / 24) / days)
  const money = (amount: number) => formatAmount(amount, budget.currency)
  const action = { label: 'View costs', at: 'cost' as const }
  const soFar = `${money(spent)} of ${money(whole)} spent this month`
  if (spent > whole) return { points: 0, state: 'bad', why: `${soFar}: over budget.`, action }
  if (expected > whole)
    return { points: 0.5, state: 'attention', why: `${soFar}; about ${money(expected)} by the end of the month.`, action }
  return good(`${soFar}.`)
}

function ofExposure({ network }: OwnFacts, { publicAddresses }: CloudFacts): Finding {
  if (publicAddresses === undefined) return notAsked
  const count = many(publicAddresses, 'public address', 'public addresses')
  if (publicAddresses === 0) return good('No public addresses.')
  if (network.connectivity === 'internet') return good(`${count}, which fits an account open to the internet.`)
  const why = `${count}, though the account is ${network.connectivity === 'none' ? 'not connected to a network' : 'for the corporate network only'}.`
  return { points: 0.2, state: 'bad', why, action: { label: 'Review the public addresses', at: 'network' } }
}

function ofGroups({ groups }: CloudFacts): Finding {
  if (groups === undefined) return notAsked
  const { unmanaged } = groups
  if (unmanaged === 0) return good('All resource groups are managed.')
  return {
    points: Math.max(0, 1 - unmanaged * 0.3),
    state: unmanaged > 2 ? 'bad' : 'attention',
    why: `${many(unmanaged, 'resource group')} ${unmanaged === 1 ? 'was' : 'were'} created outside Slipway and ${unmanaged === 1 ? 'is' : 'are'} not managed.`,
    action: { label: unmanaged === 1 ? 'Adopt it' : 'Adopt them', at: 'resources' },
  }
}

const many = (count: number, one: string, more = `${one}s`) => `${count} ${count === 1 ? one : more}`
