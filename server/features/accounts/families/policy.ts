import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'

interface FamilyFacts {
  counts: { accounts: number }
  /** Requests for accounts in it that are not decided on yet. */
  requests: number
  /** Approvals of what concerns it that are not decided on yet. */
  approvals: number
  /** Rollouts of stores that are not over. */
  rollouts: number
  /** Notification channels for what concerns it. */
  channels: number
}

/** Why a family cannot be deleted, naming what it holds; `true` when it holds nothing. Deleted accounts and past requests keep its name. */
export function familyIsEmpty({ counts: { accounts }, requests, approvals, rollouts, channels }: FamilyFacts): Verdict {
  if (accounts > 0) return `This family has ${accounts} ${accounts === 1 ? 'account' : 'accounts'}. Move them to another family first.`
  if (requests > 0)
    return `${requests} open ${requests === 1 ? 'request names' : 'requests name'} this family. Decide or withdraw them first.`
  if (approvals > 0)
    return `${approvals} pending ${approvals === 1 ? 'approval is' : 'approvals are'} for this family. Decide them first, or withdraw their requests.`
  if (rollouts > 0)
    return `${rollouts} store ${rollouts === 1 ? 'rollout uses' : 'rollouts use'} this family. Complete or cancel them first.`
  return channels > 0
    ? `${channels} notification ${channels === 1 ? 'channel is' : 'channels are'} for this family. Delete them or change their scope first.`
    : true
}

/** What the actor may do to a family. The database refuses the deletion of one in use whatever this says. */
export function familyCan(actor: Person, family: FamilyFacts): { update: Verdict; delete: Verdict } {
  const admin: Verdict = actor.admin ? true : 'Only administrators can change families.'
  return { update: admin, delete: admin === true ? familyIsEmpty(family) : admin }
}
