import { announce } from '../../../../workflows/changes.ts'
import type { Workflow } from '../../../../workflows/workflow.ts'
import { membershipSteps } from '../directoryMembership.ts'
import type { Revoke } from './revokes.ts'
import { settleRevokes } from './settleRevokes.ts'

export interface RevokeInput extends Revoke {
  /** What the assignment is once it has ended. */
  as: 'expired' | 'revoked'
  /** Whoever ended it, where a person did. */
  by: { id: string; displayName: string } | null
  /** Handed over by a run for several, which may have told the directory already. */
  told?: boolean
}

/** Ends an assignment; the membership goes unless another grant justifies it. */
export const revokeAccess: Workflow<RevokeInput> = {
  kind: 'revokeAccess',
  steps: membershipSteps(false),
  async succeeded({ db, input, now }) {
    await settleRevokes(db, [input], { as: input.as, by: input.by, now })
  },
  async failed({ db, input }) {
    await announce(db, input.home)
  },
}
