import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'

interface FamilyFacts {
  counts: { accounts: number }
  requests: number
  approvals: number
  rollouts: number
  channels: number
}

/** Deleted accounts and past requests keep the name of the family and don't count. */
export function familyIsEmpty({ counts: { accounts }, requests, approvals, rollouts, channels }: FamilyFacts): Verdict {
  if (accounts > 0) return `This family has ${accounts} ${accounts === 1 ? 'account' : 'accounts'}. Move them to another family first.`
  if (requests > 0)
    return `${requests} open ${requests === 1 ? 'request names' : 'requests name'} this family. Approve, reject or withdraw them first.`
  if (approvals > 0)
    return `${approvals} pending ${approvals === 1 ? 'approval is' : 'approvals are'} for this family. Decide them first, or withdraw their requests.`
  if (rollouts > 0)
    return `${rollouts} store ${rollouts === 1 ? 'rollout uses' : 'rollouts use'} this family. Complete or cancel them first.`
  return channels > 0
    ? `${channels} notification ${channels === 1 ? 'channel is' : 'channels are'} limited to this family. Delete them or change their scope first.`
    : true
}

export function familyCan(actor: Person, family: FamilyFacts): { update: Verdict; delete: Verdict } {
  const adminVerdict: Verdict = actor.admin ? true : 'Only administrators can change families.'
  return { update: adminVerdict, delete: adminVerdict === true ? familyIsEmpty(family) : adminVerdict }
}
