import { sql } from 'kysely'
import type { ApprovalFacts } from '../../../approvals/subject.ts'
import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import { loadRequestOf } from '../../access/assignments/queries.ts'
import { type RequestedAccess, requestFacts } from '../../access/assignments/submit.ts'
import { loadItemsOf } from '../../access/requests/loadItems.ts'
import { groupRef, sandboxOfAccess } from './sandboxOfAccess.ts'
import type { SandboxAccessRequest, SandboxAccessRequestItem, SandboxAccessRequestSummary } from './schemas.ts'

export async function accessFacts(
  db: Db,
  sandbox: { id: string; towerId: string },
  requestedAccess: RequestedAccess,
): Promise<ApprovalFacts> {
  return {
    towerId: sandbox.towerId,
    familyId: null,
    catalogueItemIds: [],
    sandboxId: sandbox.id,
    request: await requestFacts(db, requestedAccess),
  }
}

export async function loadSandboxAccessRequest(
  db: Db,
  actor: Person,
  id: string,
  now: Date,
  allow?: (verdict: true | string) => void,
): Promise<SandboxAccessRequest> {
  const { request, row } = await loadRequestOf(db, actor, id, 'sandbox', allow)
  return { ...request, group: groupRef(request.group), sandbox: sandboxOfAccess(row, now) }
}

export async function loadRequestItems(db: Db, actor: Person, ids: string[], now: Date): Promise<SandboxAccessRequestItem[]> {
  const items = await loadItemsOf(db, actor, ids, 'sandbox')
  return items.map(({ item, row }) => ({ ...item, group: groupRef(item.group), sandbox: sandboxOfAccess(row, now) }))
}

export async function loadSandboxAccessSummaries(db: Db, ids: string[]): Promise<SandboxAccessRequestSummary[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('access_requests as r')
    .innerJoin('access_groups as g', 'g.id', 'r.group_id')
    .innerJoin('sandboxes as s', 's.id', 'r.sandbox_id')
    .select(['r.id', 'r.reference', 'r.status', 'r.justification', 'r.duration_hours', 'r.extends_assignment_id', 'g.name', 'g.roles'])
    .select(['r.group_id', 'g.description', 'g.max_duration_hours', 'r.sandbox_id', 's.name as sandbox_name'])
    .where(sql<boolean>`r.id = any (${ids}::uuid[])`)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    reference: row.reference,
    status: row.status,
    justification: row.justification,
    durationHours: row.duration_hours,
    extends: row.extends_assignment_id !== null,
    sandbox: { id: row.sandbox_id!, name: row.sandbox_name },
    group: groupRef({
      id: row.group_id,
      name: row.name,
      description: row.description,
      roles: row.roles.map(({ roleName }) => roleName),
      maxDurationHours: row.max_duration_hours,
    }),
  }))
}
