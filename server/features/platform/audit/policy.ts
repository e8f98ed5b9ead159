import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'

export function auditCan(actor: Person): { verify: Verdict; erase: Verdict } {
  return { verify: true, erase: actor.admin ? true : 'Only administrators can erase personal data.' }
}

/** Facts that exclude an administrator from an erasure. All user accounts of a person count as one person. */
interface ErasureFacts {
  status: 'open' | 'confirmed' | 'withdrawn' | 'expired'
  isPerson: boolean
  isRequester: boolean
  /** Whether the administrator is the actor of an event that would be altered. */
  acted: boolean
}

export function requestErasureCan({ isPerson, acted }: Pick<ErasureFacts, 'isPerson' | 'acted'>): Verdict {
  if (isPerson) return 'You can’t erase your own data. Ask another administrator.'
  if (acted) return 'You can’t erase data from events that you caused. Ask another administrator.'
  return true
}

export const ownErasure = 'You requested this erasure. Another administrator must confirm it.'

export function erasureCan(actor: Person, { status, isRequester, ...facts }: ErasureFacts): { confirm: Verdict; withdraw: Verdict } {
  const { erase } = auditCan(actor)
  const openVerdict = erase === true && status !== 'open' ? `This erasure request is no longer open (status: ${status}).` : erase
  if (openVerdict !== true) return { confirm: openVerdict, withdraw: openVerdict }
  const verdict = isRequester ? ownErasure : true
  return { confirm: verdict === true ? requestErasureCan(facts) : verdict, withdraw: true }
}
