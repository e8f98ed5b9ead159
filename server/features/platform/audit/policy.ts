import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'

export function auditCan(actor: Person): { verify: Verdict; erase: Verdict } {
  return { verify: true, erase: actor.admin ? true : 'Only administrators can erase personal data.' }
}

/** Facts that exclude an administrator from an erasure. All accounts of a person count as the same person. */
interface ErasureFacts {
  status: 'open' | 'confirmed' | 'withdrawn' | 'expired'
  /** The administrator is the person to be erased. */
  isPerson: boolean
  isRequester: boolean
  /** The administrator is the actor of an event that would be altered. */
  acted: boolean
}

export function requestErasureCan({ isPerson, acted }: Pick<ErasureFacts, 'isPerson' | 'acted'>): Verdict {
  if (isPerson) return "You can't erase your own data. Ask another administrator."
  if (acted) return 'You can’t erase data from your own events. Ask an administrator whose events don’t name this person.'
  return true
}

export function erasureCan(actor: Person, { status, isRequester, ...facts }: ErasureFacts): { confirm: Verdict; withdraw: Verdict } {
  const { erase } = auditCan(actor)
  const open = erase === true && status !== 'open' ? `This erasure request is ${status}.` : erase
  if (open !== true) return { confirm: open, withdraw: open }
  const own = isRequester ? 'You requested this erasure. Another administrator must confirm it.' : true
  return { confirm: own === true ? requestErasureCan(facts) : own, withdraw: true }
}
