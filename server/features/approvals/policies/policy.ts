import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import type { PolicyStatus } from '../../../db/tables.ts'

interface Facts {
  status: PolicyStatus
  otherOpen: boolean
  errors: number
  unchanged?: boolean
}

export function approvalPolicyCan(
  actor: Person,
  { status, otherOpen, errors, unchanged = false }: Facts,
): Record<'draft' | 'update' | 'discard' | 'propose' | 'withdraw', Verdict> {
  if (!actor.admin) {
    const no = 'Only administrators can change policies.'
    return { draft: no, update: no, discard: no, propose: no, withdraw: no }
  }
  const draftVerdict: Verdict =
    status === 'draft' ? true : 'You can only change a draft. Withdraw a proposed version first, or create a draft of the live one.'
  const isOpen = otherOpen || status === 'draft' || status === 'proposed'
  return {
    draft: isOpen ? 'This policy already has a draft. Continue with it, or discard it.' : true,
    update: draftVerdict,
    discard: status === 'draft' ? true : status === 'proposed' ? 'This policy is pending approval. Withdraw it first.' : draftVerdict,
    propose:
      status !== 'draft'
        ? 'You can only propose a draft.'
        : errors > 0
          ? `Fix ${errors === 1 ? '1 problem' : `${errors} problems`} first.`
          : unchanged
            ? 'There are no changes to propose. Change the draft first.'
            : true,
    withdraw: status === 'proposed' ? true : 'This policy isn’t pending approval.',
  }
}
