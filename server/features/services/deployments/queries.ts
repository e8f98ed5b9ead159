import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Deployment } from './schemas.ts'

export function deploymentRows(db: Db) {
  return db
    .selectFrom('deployments')
    .select(['id', 'account_id', 'app', 'project', 'action', 'status', 'revision', 'deployed_revision', 'result', 'key_name'])
    .select(['created_at', 'started_at', 'ended_at'])
}
type Row = Awaited<ReturnType<ReturnType<typeof deploymentRows>['executeTakeFirstOrThrow']>>

export function presentDeployment(row: Row): Deployment {
  return {
    id: row.id,
    accountId: row.account_id,
    app: row.app,
    project: row.project,
    action: row.action,
    status: row.status,
    revision: row.revision,
    deployedRevision: row.deployed_revision,
    result: row.result,
    keyName: row.key_name,
    createdAt: row.created_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
  }
}

export async function loadDeployments(db: Db, accountId: string, { app, limit }: { app?: string; limit: number }): Promise<Deployment[]> {
  const rows = await deploymentRows(db)
    .where('account_id', '=', accountId)
    .$if(app !== undefined, (query) => query.where('app', '=', app!))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(presentDeployment)
}

const maxApps = 200

export async function lastDeployments(db: Db, accountId: string): Promise<Deployment[]> {
  const rows = await deploymentRows(db)
    .distinctOn('app')
    .where('account_id', '=', accountId)
    .orderBy('app')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxApps)
    .execute()
  return rows.map(presentDeployment)
}

/** Returns a stamp that changes with each deployment change of the account, and whether a deployment is in progress. */
export async function lastChange(db: Db, accountId: string): Promise<{ stamp: string; open: boolean }> {
  const rows = await db
    .selectFrom('deployments')
    .select(['status', sql<Date>`coalesce(ended_at, started_at, created_at)`.as('at')])
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(10)
    .execute()
  const at = Math.max(0, ...rows.map((each) => each.at.getTime()))
  return { stamp: String(at), open: rows.some(({ status }) => status === 'queued' || status === 'running') }
}

/** The lock prevents new deployments of the application until the transaction ends. */
export async function lockOpenDeployments(db: Db, accountId: string, app: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`deployment ${accountId} ${app}`}, 0))`.execute(db)
  return db
    .selectFrom('deployments')
    .select(['id', 'action', 'status', 'request_hash'])
    .where('account_id', '=', accountId)
    .where('app', '=', app)
    .where('status', 'in', ['queued', 'running'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .forUpdate()
    .execute()
}
