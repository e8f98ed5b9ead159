import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import type { PolicyStatus } from '../../../db/tables.ts'

interface Facts {
  status: PolicyStatus
  otherOpen: boolean
  errors: number
}

export function approvalPolicyCan(
  actor: Person,
  { status, otherOpen, errors }: Facts,
): Record<'draft' | 'update' | 'discard' | 'propose' | 'withdraw', Verdict> {
  if (!actor.admin) {
    const no = 'Only administrators can change policies.'
    return { draft: no, update: no, discard: no, propose: no, withdraw: no }
  }
  const only: Verdict = status === 'draft' ? true : 'You can only change a draft. The version that decides requests can’t change.'
  const open = otherOpen || status === 'draft' || status === 'proposed'
  return {
    draft: open ? 'This policy already has a draft. Continue with it, or discard it.' : true,
    update: only,
    discard: status === 'draft' ? true : status === 'proposed' ? 'This policy is pending approval. Withdraw it first.' : only,
    propose:
      status !== 'draft'
        ? 'You can only propose a draft.'
        : errors > 0
          ? `Fix ${errors === 1 ? '1 problem' : `${errors} problems`} first.`
          : true,
    withdraw: status === 'proposed' ? true : 'This policy isn’t pending approval.',
  }
}
