import { openApproval } from '../../approvals/openApproval.ts'
import type { ApprovalFacts } from '../../approvals/subject.ts'
import { tellApprovers } from '../../approvals/tellApprovers.ts'
import type { Db } from '../../db/database.ts'
import type { Account } from '../accounts/schemas.ts'
import type { GroupHome } from './home.ts'

export const accessRequestKind = 'accessRequest'
export const sandboxAccessRequestKind = 'sandboxAccessRequest'

/** Requests for access are approved by the rules of where the group belongs. */
export const requestKindOf = (home: Pick<GroupHome, 'kind'>) => (home.kind === 'account' ? accessRequestKind : sandboxAccessRequestKind)

/** What the approval policy looks at. */
export function accessFacts(account: Pick<Account, 'id' | 'tower' | 'family' | 'environment'>): ApprovalFacts {
  return {
    towerId: account.tower.id,
    familyId: account.family.id,
    catalogueItemIds: [],
    environment: account.environment,
    restrictedItems: false,
    accountId: account.id,
  }
}

/** What an approver reads in a notice. */
export function accessNotice(request: { reference: string; requesterName: string; groupName: string; extends: string | null }) {
  return {
    title: `${request.requesterName} asks to ${request.extends ? 'stay in' : 'be let into'} ${request.groupName}`,
    body: `${request.reference} waits for your decision.`,
  }
}

/** Opens a round of approval for the request and tells those who may decide. */
export async function sendAccessForApproval(
  db: Db,
  request: {
    id: string
    reference: string
    requester: { id: string; displayName: string }
    groupName: string
    /** The assignment it asks to lengthen. */
    extends: string | null
    /** What its approval policy looks at, which also says whose it is. */
    facts: ApprovalFacts
    now: Date
  },
): Promise<void> {
  const { id, reference, requester, groupName, facts, now } = request
  const subjectKind = requestKindOf({ kind: facts.sandboxId ? 'sandbox' : 'account' })
  const approvalId = await openApproval(db, { subjectKind, subjectId: id, requesterId: requester.id, facts, now })
  await tellApprovers(
    db,
    approvalId,
    accessNotice({ reference, requesterName: requester.displayName, groupName, extends: request.extends }),
  )
}
