import { sql } from 'kysely'
import { incidentLink } from '../../../clients/servicenow/servicenowLinks.ts'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/database.ts'
import { sortByIds } from '../../../http/list.ts'
import { person } from '../../../people/queries.ts'
import type { Alert, AlertKey } from './schemas.ts'

/** The account itself can be inactive. */
export async function alertKeysOf(db: Db, accountId: string, now: Date): Promise<AlertKey[]> {
  const rows = await db
    .selectFrom('alert_keys as k')
    .select([
      'k.id',
      'k.name',
      'k.public_id',
      'k.configuration_item',
      'k.assignment_group',
      'k.created_at',
      'k.expires_at',
      'k.last_used_at',
    ])
    .select(person(sql`k.created_by`).as('created_by'))
    .where('k.account_id', '=', accountId)
    .where('k.revoked_at', 'is', null)
    .where((eb) => eb.or([eb('k.expires_at', 'is', null), eb('k.expires_at', '>', now)]))
    .orderBy('k.created_at', 'desc')
    .orderBy('k.id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    prefix: `slwa_${row.public_id}`,
    status: row.expires_at === null ? 'current' : 'replaced',
    expiresAt: row.expires_at?.toISOString() ?? null,
    configurationItem: row.configuration_item,
    assignmentGroup: row.assignment_group,
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }))
}

export function alertEndpoint({ publicUrl, segments }: Pick<Config, 'publicUrl' | 'segments'>, accountId: string, key: string): string {
  return `${new URL(publicUrl).origin}/${segments.incidentService}/alert/account/${accountId}/key/${key}`
}

export async function loadAlerts(db: Db, config: Pick<Config, 'external'>, ids: string[]): Promise<Alert[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('alert_groups').selectAll().where(sql<boolean>`id = any (${ids}::uuid[])`).execute()
  return sortByIds(ids, rows).map((row) => ({
    id: row.id,
    title: row.title,
    description: row.description,
    source: row.source,
    severity: row.severity,
    priority: row.priority,
    state: row.state,
    count: row.count,
    firstSeen: row.first_seen.toISOString(),
    lastSeen: row.last_seen.toISOString(),
    resource: row.resource,
    link: row.link,
    incident:
      row.incident_id === null
        ? null
        : { number: row.incident_number!, status: row.incident_status!, link: incidentLink(config, row.incident_id) },
    problem: row.problem,
  }))
}
