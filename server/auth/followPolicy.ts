import type { Verdict } from './access.ts'
import type { Person } from './actor.ts'

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
