import type { Static } from 'typebox'
import type { Person } from '../../access/actor.ts'
import { previewApproval } from '../../approvals/openApproval.ts'
import type { Db } from '../../db/database.ts'
import type { ApprovalPreview } from '../account-requests/schemas.ts'
import type { Account } from '../accounts/schemas.ts'
import { accessFacts, accessRequestKind } from './submit.ts'

/** Who would decide if this person asked for access in the account now. */
export async function previewAccess(db: Db, actor: Person, account: Account): Promise<Static<typeof ApprovalPreview>> {
  const stages = await previewApproval(db, accessRequestKind, actor.id, accessFacts(account))
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
