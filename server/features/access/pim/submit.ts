import { type OpenedApproval, openApproval } from '../../../approvals/openApproval.ts'
import type { Db } from '../../../db/database.ts'
import type { PolicyStage } from '../../../db/tables.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import type { Account } from '../../accounts/accounts/schemas.ts'
import { pimActivationSubject } from './subject.ts'

/** In Azure, a request expires after the same time. */
const hoursToDecide = 24

/**
 * Opens the approval of an activation. Slipway’s policy can only reject the activation; otherwise Azure’s policy names the stages or needs
 * none.
 */
export function sendActivationForApproval(
  context: { db: Db; jobs: Jobs; now: Date },
  activation: {
    id: string
    requesterId: string
    role: string
    privileged: boolean
    minutes: number
    account: Account
    stages: PolicyStage[] | undefined
    extendsFrom?: Date
  },
): Promise<OpenedApproval> {
  const { id, requesterId, role, privileged, minutes, account, stages, extendsFrom } = activation
  // A decision on an extension has no effect after the role has ended.
  const remainingHours = extendsFrom ? Math.ceil((extendsFrom.getTime() - context.now.getTime()) / 3_600_000) : hoursToDecide
  return openApproval(context, pimActivationSubject, {
    subjectId: id,
    requesterId,
    facts: {
      towerId: account.tower.id,
      familyId: account.family.id,
      catalogueItemIds: [],
      accountId: account.id,
      request: { roles: [role], privileged, hours: minutes / 60, extends: extendsFrom !== undefined },
    },
    override: stages
      ? {
          outcome: 'stages',
          stages: stages.map((stage) => ({ ...stage, hoursToDecide: Math.max(1, Math.min(hoursToDecide, remainingHours)) })),
        }
      : { outcome: 'approved', reason: 'Azure’s policy for this role doesn’t require approval.' },
  })
}
