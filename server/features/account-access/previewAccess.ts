import type { Static } from 'typebox'
import type { Person } from '../../access/actor.ts'
import { previewApproval } from '../../approvals/openApproval.ts'
import type { ApprovalFacts } from '../../approvals/subject.ts'
import type { Db } from '../../db/database.ts'
import type { ApprovalPreview } from '../account-requests/schemas.ts'
import { requestKindOf } from './submit.ts'

/** Who would decide if this person asked for access there now. */
export async function previewAccess(db: Db, actor: Person, facts: ApprovalFacts): Promise<Static<typeof ApprovalPreview>> {
  const stages = await previewApproval(db, requestKindOf({ kind: facts.sandboxId ? 'sandbox' : 'account' }), actor.id, facts)
  const ids = [...new Set(stages.flatMap((stage) => stage.personIds))]
  const rows =
    ids.length > 0
      ? await db
          .selectFrom('people')
          .select(['id', 'display_name as displayName', 'email', 'department', 'active'])
          .where('id', 'in', ids)
          .orderBy('display_name')
          .execute()
      : []
  return { stages: stages.map(({ personIds, ...stage }) => ({ ...stage, people: rows.filter(({ id }) => personIds.includes(id)) })) }
}
