import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import type { RequestStatus } from '../../../db/tables.ts'

export interface SandboxRequestFacts {
  requester: { id: string }
  status: RequestStatus
  /** The stage that is open names the actor. */
  named: boolean
  /** The actor has voted at it. */
  voted: boolean
}

/** What the actor may do to a request; the vote is checked again under lock. */
export function sandboxRequestCan(
  actor: Person,
  { requester, status, named, voted }: SandboxRequestFacts,
): Record<'edit' | 'withdraw' | 'decide', Verdict> {
  const mine = requester.id === actor.id
  const open = status === 'pending_approval' || status === 'changes_requested'
  const closed = `You can’t change a request that is ${status.replace('_', ' ')}.`
  const decide = (): Verdict => {
    if (status !== 'pending_approval') return 'This request isn’t waiting for a decision.'
    if (mine) return 'You can’t approve your own request.'
    if (voted) return 'You voted. Other approvers of this stage must vote.'
    return named ? true : 'You aren’t an approver of this request.'
  }
  return {
    edit: !mine ? 'Only the requester can change a request.' : open ? true : closed,
    withdraw: !mine ? 'Only the requester can withdraw a request.' : open ? true : closed,
    decide: decide(),
  }
}
