import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import type { PolicyStatus } from '../../../db/tables.ts'

interface Facts {
  status: PolicyStatus
  /** Another version of the policy is being written or waits for its approval. */
  otherOpen: boolean
  errors: number
}

/** What the actor may do with a version of a policy. */
export function approvalPolicyCan(
  actor: Person,
  { status, otherOpen, errors }: Facts,
): Record<'draft' | 'update' | 'discard' | 'propose' | 'withdraw', Verdict> {
  if (!actor.admin) {
    const no = 'Only administrators change policies.'
    return { draft: no, update: no, discard: no, propose: no, withdraw: no }
  }
  const only: Verdict = status === 'draft' ? true : 'Only a draft can be changed; what requests are decided by stays as it is.'
  const open = otherOpen || status === 'draft' || status === 'proposed'
  return {
    draft: open ? 'A change of this policy is being made already. Go on with that one, or discard it.' : true,
    update: only,
    discard: status === 'draft' ? true : status === 'proposed' ? 'It waits for approval. Take it back first.' : only,
    propose:
      status !== 'draft'
        ? 'Only a draft can be proposed.'
        : errors > 0
          ? `${errors === 1 ? 'A problem has' : `${errors} problems have`} to be mended first.`
          : true,
    withdraw: status === 'proposed' ? true : 'It does not wait for approval.',
  }
}
