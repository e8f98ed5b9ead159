import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'

/** What the actor may do with the audit trail beside reading it. */
export function auditCan(actor: Person): { verify: Verdict; erase: Verdict } {
  return { verify: true, erase: actor.admin ? true : 'Only administrators can erase personal data.' }
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
  if (acted) return "You can’t erase data from your own events. Ask an administrator whose events don’t name this person."
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
