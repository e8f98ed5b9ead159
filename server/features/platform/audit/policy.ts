import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'

/** What the actor may do with the audit trail beside reading it. */
export function auditCan(actor: Person): { verify: Verdict; erase: Verdict } {
  return { verify: true, erase: actor.admin ? true : 'Only administrators erase personal data.' }
}

/** What may keep an administrator from a part in an erasure. Several accounts of one human count as one. */
interface ErasureFacts {
  status: 'open' | 'confirmed' | 'withdrawn' | 'expired'
  /** It is about them. */
  isPerson: boolean
  isRequester: boolean
  /** Events that would be altered are by them. */
  acted: boolean
}

/** Whether an administrator can request the erasure of somebody's data. */
export function requestErasureCan({ isPerson, acted }: Pick<ErasureFacts, 'isPerson' | 'acted'>): Verdict {
  if (isPerson) return "You can't erase your own data. Ask another administrator."
  if (acted) return "You can't erase data from events of your own. Ask an administrator who has done nothing that names this person."
  return true
}

/** What the actor can do with a request for erasure. */
export function erasureCan(actor: Person, { status, isRequester, ...facts }: ErasureFacts): { confirm: Verdict; withdraw: Verdict } {
  const { erase } = auditCan(actor)
  const open = erase === true && status !== 'open' ? `This erasure request is ${status}.` : erase
  if (open !== true) return { confirm: open, withdraw: open }
  const own = isRequester ? 'You requested this erasure. Another administrator must confirm it.' : true
  return { confirm: own === true ? requestErasureCan(facts) : own, withdraw: true }
}

const looksAfter = (what: string) => `What was done to ${what} is for administrators and auditors.`
const between = 'Its activity is for whoever asked, those who decide on it, and the owners.'

/** Things that have an activity of their own, and why it is not everybody's to see. */
export const followRefusals = {
  account: 'Its activity is for those who own the account.',
  tower: 'Its activity is for those who lead the tower.',
  family: 'Its activity is for those who own the family.',
  catalogueItem: 'Its activity is for those who approve the product.',
  accessGroup: 'Its activity is for those who own the account or the sandbox.',
  accountRequest: between,
  accountUpdate: between,
  accessRequest: between,
  sandboxAccessRequest: between,
  sandboxRequest: between,
  sandbox: 'Its activity is for those who own the sandbox.',
  apiKey: 'Its activity is for whoever answers for the key.',
  feedback: 'Its activity is for whoever gave it.',
  delegation: 'Its activity is for the two whom it is about.',
  accessReview: 'Its activity is for whoever started the review.',
  approvalPolicy: looksAfter('policies'),
  policyChange: looksAfter('policies'),
  channel: looksAfter('channels'),
  edgeRollout: looksAfter('rollouts'),
  emergencyProfile: looksAfter('ways in for emergencies'),
  person: looksAfter('people'),
  queue: looksAfter('queues'),
  sandboxHost: looksAfter('places for sandboxes'),
  sandboxTemplate: looksAfter('templates'),
  workRun: looksAfter('a piece of work'),
}
export type FollowedKind = keyof typeof followRefusals
export const followedKinds = Object.keys(followRefusals) as FollowedKind[]
export const isFollowed = (kind: string): kind is FollowedKind => Object.hasOwn(followRefusals, kind)

/** Whether the actor may see what was done to a thing of this kind. @param own it is theirs */
export function followCan(actor: Person, kind: FollowedKind, own: boolean): Verdict {
  return actor.admin || actor.auditor || own ? true : followRefusals[kind]
}

/** The same for a thing that belongs to these people. */
export function mayFollowAs(actor: Person, kind: FollowedKind, whose: { id: string }[]): Verdict {
  return followCan(
    actor,
    kind,
    whose.some(({ id }) => id === actor.id),
  )
}
