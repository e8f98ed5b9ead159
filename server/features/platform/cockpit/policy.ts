import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'

export function cockpitCan(actor: Person): { act: Verdict } {
  return { act: actor.admin ? true : 'Only administrators can do this. Auditors can only read.' }
}
