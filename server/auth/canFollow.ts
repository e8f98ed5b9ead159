import type { Subject } from '../subjects/subject.ts'
import type { Verdict } from './access.ts'
import type { Person } from './actor.ts'

/**
 * Decides whether the actor can see the activity of a subject.
 * @param isOwn whether the subject belongs to the actor
 */
export function canFollow(actor: Person, { activity }: Subject, isOwn: boolean): Verdict {
  return actor.admin || actor.auditor || isOwn ? true : (activity?.refusal ?? 'Only administrators and auditors can see this activity.')
}

export function canFollowAs(actor: Person, subject: Subject, people: readonly { id: string }[]): Verdict {
  return canFollow(
    actor,
    subject,
    people.some(({ id }) => id === actor.id),
  )
}
