import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'

/** Whether the actor takes part in a round at all: somebody of whom a vote is asked, or who has given one. */
export function mayPassOn(actor: Person, { requester, asked }: { requester: { id: string }; asked: boolean }): Verdict {
  if (requester.id === actor.id) return 'Requesters can’t choose who decides on their own request.'
  return asked ? true : 'You aren’t an approver of this request.'
}

/** Whether the actor may end what was passed on: whoever passed it, and whoever got it. */
export function mayTakeBack(actor: Person, passed: { person_id: string; receiver_id: string } | undefined): Verdict {
  if (passed && [passed.person_id, passed.receiver_id].includes(actor.id)) return true
  return 'You have neither reassigned this decision nor been assigned it.'
}
