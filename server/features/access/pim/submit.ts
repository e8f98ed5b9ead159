import { type Opened, openApproval } from '../../../approvals/openApproval.ts'
import type { Db } from '../../../db/database.ts'
import type { PolicyStage } from '../../../db/tables.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import type { Account } from '../../accounts/accounts/schemas.ts'
import { pimActivationSubject } from './subject.ts'

/** As Azure has it: what nobody decides on within a day is over. */
const hoursToDecide = 24

/** Has an activation ruled on: by the policy in what it refuses, and else by Azure's, which names who approves or asks nobody. */
export function sendActivationForApproval(
  context: { db: Db; jobs: Jobs; now: Date },
  activation: {
    id: string
    requesterId: string
    role: string
    /** It can change who may do what, or nobody knows what it can. */
    privileged: boolean
    minutes: number
    account: Account
    stages: PolicyStage[] | undefined
    /** Somebody who has it until then asks to keep it longer. */
    extendsFrom?: Date
  },
): Promise<Opened> {
  const { id, requesterId, role, privileged, minutes, account, stages, extendsFrom } = activation
  // With the role ends what there is to decide.
  const left = extendsFrom ? Math.ceil((extendsFrom.getTime() - context.now.getTime()) / 3_600_000) : hoursToDecide
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
    given: stages
      ? { outcome: 'stages', stages: stages.map((stage) => ({ ...stage, hoursToDecide: Math.max(1, Math.min(hoursToDecide, left)) })) }
      : { outcome: 'approved', because: 'Azure’s policy for this role requires no approval.' },
  })
}
