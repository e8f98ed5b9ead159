import type { Verdict } from '../../access/access.ts'
import type { Person } from '../../access/actor.ts'

/** What the actor may do to another person's sessions. */
export function userCan(actor: Person, { sessions }: { sessions: number }): { endSessions: Verdict } {
  if (!actor.admin) return { endSessions: 'Only administrators end the sessions of others.' }
  return { endSessions: sessions > 0 ? true : 'This person has no open session.' }
}
