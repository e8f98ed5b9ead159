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
  const closed = `A request that is ${status.replace('_', ' ')} stays as it is.`
  const decide = (): Verdict => {
    if (status !== 'pending_approval') return 'It does not wait for a decision.'
    if (mine) return 'Nobody decides on an own request.'
    if (voted) return 'You have voted; others of this stage still have to.'
    return named ? true : 'You are not among the people who may decide on this.'
  }
  return {
    edit: !mine ? 'Only the requester changes a request.' : open ? true : closed,
    withdraw: !mine ? 'Only the requester takes a request back.' : open ? true : closed,
    decide: decide(),
  }
}
