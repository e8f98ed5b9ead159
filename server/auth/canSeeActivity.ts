import type { Subject } from '../subjects/subject.ts'
import type { Verdict } from './access.ts'
import type { Person } from './actor.ts'

export function canSeeActivity(actor: Person, { activity }: Subject, isOwn: boolean): Verdict {
  return actor.admin || actor.auditor || isOwn
    ? true
    : (activity?.deniedMessage ?? 'Only administrators and auditors can see this activity.')
}

export function canSeeActivityAs(actor: Person, subject: Subject, people: readonly { id: string }[]): Verdict {
  return canSeeActivity(
    actor,
    subject,
    people.some(({ id }) => id === actor.id),
  )
}
