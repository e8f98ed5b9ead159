import { type RawBuilder, sql } from 'kysely'
import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import { loadSandboxRequests } from './queries.ts'
import type { SandboxRequestSummary } from './schemas.ts'
import { sandboxRequestKind } from './submit.ts'

export const max = 200

/** Lists requests with a pending approval, the longest waiting first. @param condition a condition on the alias `a` of approvals */
export async function loadPending(db: Db, actor: Person, condition: RawBuilder<boolean>, now: Date): Promise<SandboxRequestSummary[]> {
  const { rows } = await sql<{ id: string }>`
    select a.subject_id as id from approvals a where a.subject_kind = ${sandboxRequestKind} and a.status = 'pending' and ${condition}
    order by a.opened_at, a.id limit ${max}`.execute(db)
  const ids = rows.map((row) => row.id)
  return loadSandboxRequests(db, actor, ids, now)
}
