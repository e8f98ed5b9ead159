import { announce } from '../../../../workflows/changes.ts'
import type { Workflow } from '../../../../workflows/workflow.ts'
import { membershipSteps } from '../directoryMembership.ts'
import type { Revoke } from './revokes.ts'
import { settleRevokes } from './settleRevokes.ts'

export interface RevokeInput extends Revoke {
  /** The status after the end. */
  as: 'expired' | 'revoked'
  /** The person who ended it, or null for the system. */
  by: { id: string; displayName: string } | null
  /** Set by a batch run that has sent the removal already. */
  told?: boolean
}

/** Ends an assignment. The membership is removed unless another grant justifies it. */
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
