import { announce } from '../../../../workflows/changes.ts'
import type { Workflow } from '../../../../workflows/workflow.ts'
import { membershipSteps } from '../directoryMembership.ts'
import { reconcileRevokes } from './reconcileRevokes.ts'
import type { Revoke } from './revokes.ts'

export interface RevokeInput extends Revoke {
  as: 'expired' | 'revoked'
  by: { id: string; displayName: string } | null
  written?: boolean
}

export const revokeAccess: Workflow<RevokeInput> = {
  kind: 'revokeAccess',
  steps: membershipSteps(false),
  async succeeded({ db, input, now }) {
    await reconcileRevokes(db, [input], { as: input.as, by: input.by, now })
  },
  async failed({ db, input }) {
    await announce(db, input.home)
  },
}
