import type { Subject } from '../subjects/subject.ts'
import type { Verdict } from './access.ts'
import type { Person } from './actor.ts'

/** Decides whether the actor can see the activity of a subject. @param own whether it belongs to the actor */
export function canFollow(actor: Person, { activity }: Subject, own: boolean): Verdict {
  return actor.admin || actor.auditor || own ? true : (activity?.refusal ?? 'Its activity is for administrators and auditors.')
}

export function canFollowAs(actor: Person, subject: Subject, people: readonly { id: string }[]): Verdict {
  return canFollow(
    actor,
    subject,
    people.some(({ id }) => id === actor.id),
  )
}
