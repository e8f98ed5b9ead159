import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Db } from '../../../db/database.ts'
import type { AccessRequestSummary } from './schemas.ts'

export async function loadAccessSummaries(db: Db, ids: string[]): Promise<Static<typeof AccessRequestSummary>[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('access_requests as r')
    .innerJoin('access_groups as g', 'g.id', 'r.group_id')
    .innerJoin('accounts as a', 'a.id', 'g.account_id')
    .select(['r.id', 'r.reference', 'r.status', 'r.justification', 'r.duration_hours as durationHours', 'r.extends_assignment_id'])
    .select([
      'g.id as group_id',
      'g.name as group_name',
      'g.description',
      'g.roles',
      'a.id as account_id',
      'a.name as account_name',
      'a.environment',
    ])
    .where(sql<boolean>`r.id = any (${ids}::uuid[])`)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    reference: row.reference,
    status: row.status,
    justification: row.justification,
    durationHours: row.durationHours,
    environment: row.environment,
    extends: row.extends_assignment_id !== null,
    account: { id: row.account_id, name: row.account_name },
    group: { id: row.group_id, name: row.group_name, description: row.description, roles: row.roles.map((role) => role.roleName) },
  }))
}
