import type { Subject } from '../subjects/subject.ts'
import type { Verdict } from './access.ts'
import type { Person } from './actor.ts'

/** Whether the actor can see what was done to a thing of this kind. @param own it is theirs */
export function canFollow(actor: Person, { activity }: Subject, own: boolean): Verdict {
  return actor.admin || actor.auditor || own ? true : (activity?.refusal ?? 'Its activity is for administrators and auditors.')
}

/** The same for a thing that belongs to these people. */
export function canFollowAs(actor: Person, subject: Subject, people: readonly { id: string }[]): Verdict {
  return canFollow(
    actor,
    subject,
    people.some(({ id }) => id === actor.id),
  )
}
