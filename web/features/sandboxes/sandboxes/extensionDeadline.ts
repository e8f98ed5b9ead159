import type { SubjectView } from '../../../shared/subject.ts'

export const deadlineLabels = {
  leaseEnds: 'Lease ends',
  removalStarts: 'Removal starts',
  freezes: 'Budget freezes the sandbox',
  pending_approval: 'is pending approval.',
  changes_requested: 'needs changes.',
  atLeaseEnd:
    'Without a decision before the lease ends, the request is withdrawn, and compute and access stop. For 24 hours after that, owners can request another extension.',
  atRemoval: 'Without a decision before the removal starts, the request is withdrawn, and the sandbox is removed with its data.',
  atFreeze: 'Without a decision before then, compute and access stop until an approval.',
  freezesAnyway: 'Then, compute and access stop even after an approval, because no budget is requested.',
} as const

interface OpenExtension {
  /** The end of the lease or, if the sandbox is being deleted, the start of the removal. */
  decideBy: string
  freezesAt: string | null
  sandboxStatus: string | null
  /** Minor units that the extension adds. */
  budget: number
}

/** Describes the first event that a decision can prevent, or that happens before the decision. */
export function describeDeadline({ decideBy, freezesAt, sandboxStatus, budget }: OpenExtension): NonNullable<SubjectView['deadline']> {
  if (freezesAt !== null && freezesAt < decideBy)
    return {
      at: freezesAt,
      withdrawnAt: decideBy,
      label: deadlineLabels.freezes,
      effect: budget > 0 ? deadlineLabels.atFreeze : deadlineLabels.freezesAnyway,
    }
  const deadline = { at: decideBy, withdrawnAt: decideBy }
  return sandboxStatus === 'deleting'
    ? { ...deadline, label: deadlineLabels.removalStarts, effect: deadlineLabels.atRemoval }
    : { ...deadline, label: deadlineLabels.leaseEnds, effect: deadlineLabels.atLeaseEnd }
}

type ExtensionRequest = Omit<OpenExtension, 'decideBy' | 'budget'> & { decideBy: string | null; budget: { amount: number } }

export function deadlineOf({ decideBy, freezesAt, sandboxStatus, budget }: ExtensionRequest): SubjectView['deadline'] | undefined {
  return decideBy === null ? undefined : describeDeadline({ decideBy, freezesAt, sandboxStatus, budget: budget.amount })
}
