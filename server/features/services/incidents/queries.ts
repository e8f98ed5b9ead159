import { sql } from 'kysely'
import { trackedStatuses } from '../../../clients/servicenow/incidentStates.ts'
import { maxOpenIncidents } from '../../../clients/servicenow/servicenowIncidents.ts'
import { incidentLink } from '../../../clients/servicenow/servicenowLinks.ts'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/database.ts'
import { person } from '../../../people/queries.ts'
import type { Incident } from './schemas.ts'

function incidentRows(db: Db) {
  return db
    .selectFrom('incidents as i')
    .innerJoin('accounts as a', 'a.id', 'i.account_id')
    .selectAll('i')
    .select(['a.name as account_name', person(sql`i.raised_by`).as('raiser')])
}
type Row = Awaited<ReturnType<ReturnType<typeof incidentRows>['executeTakeFirstOrThrow']>>

function presentIncident(config: Pick<Config, 'external'>, row: Row): Incident {
  return {
    id: row.id,
    account: { id: row.account_id, name: row.account_name },
    title: row.title,
    description: row.description,
    impact: row.impact,
    urgency: row.urgency,
    priority: row.priority,
    status: row.status,
    number: row.number,
    url: row.sys_id && incidentLink(config, row.sys_id),
    configurationItem: row.item_id ? { sysId: row.item_id, name: row.item_name } : null,
    assignmentGroup: row.group_id ? { sysId: row.group_id, name: row.group_name } : null,
    raisedBy: row.raiser,
    note: row.note,
    createdAt: row.created_at.toISOString(),
    openedAt: row.opened_at?.toISOString() ?? null,
    checkedAt: row.checked_at?.toISOString() ?? null,
  }
}

export async function loadIncidents(db: Db, config: Pick<Config, 'external'>, ids: string[]): Promise<Incident[]> {
  if (ids.length === 0) return []
  const rows = await incidentRows(db).where('i.id', 'in', ids).execute()
  return rows.map((row) => presentIncident(config, row))
}

/** ServiceNow IDs of the account's latest open incidents. */
export async function loadTrackedIncidents(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('incidents')
    .select('sys_id')
    .where('account_id', '=', accountId)
    .where('status', 'in', [...trackedStatuses])
    .orderBy('created_at', 'desc')
    .limit(maxOpenIncidents)
    .execute()
  return rows.flatMap(({ sys_id }) => sys_id ?? [])
}
