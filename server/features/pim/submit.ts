import { openApproval } from '../../approvals/openApproval.ts'
import { tellApprovers } from '../../approvals/tellApprovers.ts'
import type { Db } from '../../db/database.ts'
import type { PolicyStage } from '../../db/tables.ts'
import { accessFacts } from '../account-access/submit.ts'
import type { Account } from '../accounts/schemas.ts'
import { pimActivationKind } from './queries.ts'

/** As Azure has it: what nobody decides on within a day is over. */
const hoursToDecide = 24

/** What an approver reads in a notice. */
export function activationNotice(activation: { requesterName: string; role: string; accountName: string }) {
  const { requesterName, role, accountName } = activation
  return { title: `${requesterName} asks for ${role} in ${accountName}`, body: 'It waits for your decision, a day at most.' }
}

/** Opens the round of approval that Azure's policy asks for and tells those who may decide. */
export async function sendActivationForApproval(
  db: Db,
  activation: {
    id: string
    requester: { id: string; displayName: string }
    role: string
    account: Account
    stages: PolicyStage[]
    now: Date
  },
): Promise<void> {
  const { id, requester, role, account, stages, now } = activation
  const approvalId = await openApproval(db, {
    subjectKind: pimActivationKind,
    subjectId: id,
    requesterId: requester.id,
    facts: accessFacts(account),
    now,
    given: { stages, hoursToDecide },
  })
  await tellApprovers(db, approvalId, activationNotice({ requesterName: requester.displayName, role, accountName: account.name }))
}
