import { sql } from 'kysely'
import type { TestApp } from '../../../../test/app.ts'
import { recordRestore } from '../../../backup/recordRestore.ts'
import { inTransaction } from '../../../db/database.ts'
import type { PausedContext } from './pausedStart.ts'
import { reportWriter } from './writeReport.ts'

const log = { info() {}, warn() {} }

export const pausedContext = (app: TestApp): PausedContext => ({ ...app.context, databaseUrl: app.runtimeUrl, log })

export const openRestore = (app: TestApp): Promise<string> =>
  inTransaction(app.db, (tx) => recordRestore(tx, { kind: 'backup', dataAt: new Date('2026-11-20T02:00:00Z'), restoredBy: 'root@test' }))

export const compareNow = (app: TestApp): Promise<void> => reportWriter(pausedContext(app))(new AbortController().signal)

export const admin = (app: TestApp) => app.as(app.persona('Niamh').id)
export const auditor = (app: TestApp) => app.as(app.persona('Grace').id)
export const readReport = async (app: TestApp) => (await admin(app).get('/restores/latest')).body.report

/** Keeps the subscriptions and groups of only a few accounts, because a comparison of the whole sample takes long. */
export async function keepFewAccounts({ db }: TestApp): Promise<void> {
  const keptAccounts = sql`(select g.account_id from access_groups g join accounts a on a.id = g.account_id
    where a.status = 'active' and a.subscription_id is not null and g.status = 'ready' group by g.account_id order by g.account_id limit 4)`
  await sql`update access_groups set status = 'deleting' where status = 'ready' and account_id not in ${keptAccounts}`.execute(db)
  await sql`update accounts set subscription_id = null where id not in ${keptAccounts}`.execute(db)
}
