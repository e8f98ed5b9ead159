import { isOpenRequest } from '../../../approvals/requestSchemas.ts'
import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import type { RequestStatus } from '../../../db/tables.ts'

interface SandboxRequestFacts {
  requester: { id: string }
  status: RequestStatus
  /** Whether the actor is an approver of the open stage. */
  named: boolean
  voted: boolean
}

export const cannotApproveOwn = 'You can’t approve your own request.'

/** The vote itself is checked again under the lock. */
export function sandboxRequestCan(
  actor: Person,
  { requester, status, named, voted }: SandboxRequestFacts,
): Record<'edit' | 'withdraw' | 'decide', Verdict> {
  const isRequester = requester.id === actor.id
  const isOpen = isOpenRequest(status)
  const closedMessage = `You can’t change a request that is ${status.replace('_', ' ')}.`
  const decide = (): Verdict => {
    if (status !== 'pending_approval') return 'This request isn’t waiting for a decision.'
    if (isRequester) return cannotApproveOwn
    if (voted) return 'You already voted. Another approver of this stage must vote.'
    return named ? true : 'You aren’t an approver of this request.'
  }
  return {
    edit: !isRequester ? 'Only the requester can change a request.' : isOpen ? true : closedMessage,
    withdraw: !isRequester ? 'Only the requester can withdraw a request.' : isOpen ? true : closedMessage,
    decide: decide(),
  }
}
