import { announce } from '../../../jobs/changes.ts'
import type { Workflow } from '../../../jobs/workflow.ts'
import { notify } from '../../notifications/notify.ts'
import { type Membership, membershipSteps } from '../directoryMembership.ts'

export interface RevokeInput extends Membership {
  assignmentId: string
  groupName: string
  accountName: string
  /** What the assignment is once it has ended. */
  as: 'expired' | 'revoked'
  /** Whoever ended it, where a person did. */
  by: { id: string; displayName: string } | null
}

/** Ends an assignment; the membership goes unless another grant justifies it. */
export const revokeAccess: Workflow<RevokeInput> = {
  kind: 'revokeAccess',
  steps: membershipSteps(false),
  async succeeded({ db, input, now }) {
    const ended = await db
      .updateTable('group_assignments')
      .set({ status: input.as, updated_at: now })
      .where('id', '=', input.assignmentId)
      .where('status', '=', 'revoking')
      .returning('id')
      .executeTakeFirst()
    if (!ended) return
    // Whoever ended their own knows.
    if (input.by?.id !== input.personId)
      await notify(db, [input.personId], {
        kind: 'accessEnded',
        subjectKind: 'accountAccess',
        subjectId: input.accountId,
        title: input.as === 'expired' ? `Your time in ${input.groupName} is over` : `You are no longer in ${input.groupName}`,
        body: `${input.accountName}: ${input.by ? `${input.by.displayName} ended it; ` : ''}ask again if you still need it.`,
        key: `ended:${input.assignmentId}`,
      })
    await announce(db, { kind: 'account', id: input.accountId })
    await announce(db, { kind: 'groupAssignment', id: input.assignmentId })
  },
  async failed({ db, input }) {
    await announce(db, { kind: 'account', id: input.accountId })
  },
}
