import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'

export function itemCan(actor: Person): { edit: Verdict; delete: Verdict } {
  const verdict = actor.admin ? true : 'Only administrators can change the catalogue.'
  return { edit: verdict, delete: verdict }
}
