import type { Verdict } from '../../access/access.ts'
import type { Person } from '../../access/actor.ts'

/** Auditors look on. */
export function cockpitCan(actor: Person): { act: Verdict } {
  return { act: actor.admin ? true : 'Administrators do this; auditors look on.' }
}
