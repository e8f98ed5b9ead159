import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'

export function userCan(actor: Person, { sessions }: { sessions: number }): { endSessions: Verdict } {
  if (!actor.admin) return { endSessions: 'Only administrators can end other people’s sessions.' }
  return { endSessions: sessions > 0 ? true : 'This person has no open sessions.' }
}
