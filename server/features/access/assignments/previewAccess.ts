import type { Static } from 'typebox'
import { addPersonNames } from '../../../approvals/addPersonNames.ts'
import { previewApproval } from '../../../approvals/previewApproval.ts'
import type { ApprovalPreview } from '../../../approvals/requestSchemas.ts'
import type { ApprovalFacts } from '../../../approvals/subject.ts'
import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import { requestKindOf } from './submit.ts'

export async function previewAccess(db: Db, actor: Person, facts: ApprovalFacts, now: Date): Promise<Static<typeof ApprovalPreview>> {
  const subjectKind = requestKindOf({ kind: facts.sandboxId ? 'sandbox' : 'account' })
  return addPersonNames(db, await previewApproval(db, { subjectKind, requesterId: actor.id, facts, now }))
}
