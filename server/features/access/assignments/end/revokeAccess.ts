import { publishChange } from '../../../../workflows/changes.ts'
import type { Workflow } from '../../../../workflows/workflow.ts'
import { membershipSteps } from '../directoryMembership.ts'
import { reconcileRevokes } from './reconcileRevokes.ts'
import type { Revocation } from './revocations.ts'

export interface RevokeInput extends Revocation {
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
    await publishChange(db, input.home)
  },
}
