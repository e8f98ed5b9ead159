import { sql } from 'kysely'
import type { Evidence } from '../../../../approvals/evidence.ts'
import type { Db } from '../../../../db/database.ts'
import { type AccessOutside, accessEvidence } from '../../../access/assignments/accessEvidence.ts'
import { activationEvidence } from '../../../access/pim/evidence.ts'
import { sandboxAccessEvidence } from '../../../sandboxes/access/evidence.ts'
import { sandboxRequestEvidence } from '../../../sandboxes/requests/evidence.ts'
import type { ApprovalItem } from '../schemas.ts'
import { accountRequestEvidence } from './accountRequest.ts'
import { accountUpdateEvidence } from './accountUpdate.ts'
import { changesOf } from './changes.ts'
import { holdsOf } from './holds.ts'
import { policyChangeEvidence } from './policyChange.ts'
import { reachOf } from './reach.ts'

/** What there is to know of an approval, whatever it is about: what its kind tells, and what is told alike of all. */
export async function evidenceOf(db: Db, item: ApprovalItem, outside: AccessOutside | undefined, now: Date): Promise<Evidence> {
  const target = await db.selectFrom('approvals').select(['account_id', 'sandbox_id']).where('id', '=', item.id).executeTakeFirstOrThrow()
  const [own, { changes, cost }, holds, reach] = await Promise.all([
    ofKind(db, item, outside, now),
    changesOf(db, item),
    holdsOf(db, item.id),
    reachOf(db, { accountId: target.account_id, sandboxId: target.sandbox_id }),
  ])
  // What was sent back and decided later had several rounds: the latest stands for all of them.
  const past = own.similar.filter(({ id }, place) => own.similar.findIndex((one) => one.id === id) === place)
  const deciders = await decidersOf(
    db,
    item.subjectKind,
    past.map(({ id }) => id),
  )
  const similar = past.map((one) => ({ ...one, decidedBy: deciders.get(one.id) ?? [] }))
  return { ...own, similar, changes, cost, holds, reach }
}

function ofKind(db: Db, item: ApprovalItem, outside: AccessOutside | undefined, now: Date): Promise<Evidence> {
  if (item.activation) return activationEvidence(db, item.activation.id)
  if (item.sandboxRequest) return sandboxRequestEvidence(db, item.sandboxRequest.id, now)
  if (item.sandboxAccess) return sandboxAccessEvidence(db, item.sandboxAccess.id, now)
  if (item.access) return accessEvidence(db, item.access.id, outside, now)
  if (item.policyChange) return policyChangeEvidence(db, item.policyChange, now)
  if (item.update) return accountUpdateEvidence(db, item.update)
  return accountRequestEvidence(db, item.subjectId)
}

/** Who decided on these, by the id of what it was about. */
async function decidersOf(db: Db, kind: string, subjectIds: string[]): Promise<Map<string, string[]>> {
  if (subjectIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; names: string[] }>`
    select a.subject_id as id, array_agg(p.display_name order by d.decided_at) as names
    from approvals a join approval_decisions d on d.approval_id = a.id join people p on p.id = d.approver_id
    where a.subject_kind = ${kind} and a.subject_id = any (${subjectIds}::uuid[]) and a.status <> 'cancelled' group by 1`.execute(db)
  return new Map(rows.map(({ id, names }) => [id, [...new Set(names)]]))
}
