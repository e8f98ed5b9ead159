import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'

/** Whether the actor takes part in a round at all: somebody of whom a vote is asked, or who has given one. */
export function mayPassOn(actor: Person, { requester, asked }: { requester: { id: string }; asked: boolean }): Verdict {
  if (requester.id === actor.id) return 'Nobody chooses who decides on an own request.'
  return asked ? true : 'You are not among the people who may decide on this.'
}

/** Whether the actor may end what was passed on: whoever passed it, and whoever got it. */
export function mayTakeBack(actor: Person, passed: { person_id: string; receiver_id: string } | undefined): Verdict {
  if (passed && [passed.person_id, passed.receiver_id].includes(actor.id)) return true
  return 'You have not passed this decision on, and nobody has passed it on to you.'
}
