import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import type { PolicyStatus } from '../../../db/tables.ts'

export function replayCan(actor: Person, { status }: { status: PolicyStatus }): { start: Verdict } {
  if (!actor.admin) return { start: 'Only administrators can replay policies.' }
  const isOpen = status === 'draft' || status === 'proposed'
  return { start: isOpen ? true : 'You can only replay a draft. Create a new draft first.' }
}
