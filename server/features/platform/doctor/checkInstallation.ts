import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { inTransaction } from '../../../db/database.ts'
import { logger } from '../../../http/logger.ts'
import { checkDatabase } from './checkDatabase.ts'
import { checkIdentityProvider } from './checkIdentityProvider.ts'
import { checkSystems } from './checkSystems.ts'
import { recordReport } from './recordReport.ts'
import type { DoctorCheck } from './schemas.ts'
import { addSubscriptionDenials } from './subscriptionDenials.ts'

type CheckedContext = Pick<Context, 'clients' | 'config' | 'db' | 'now'>

interface CheckRound {
  /** The time before the checks by the clock of the database, which orders the reports of all replicas. */
  checkedAt: Date
  checks: DoctorCheck[]
}

export async function runChecks({ clients, config, db, now }: CheckedContext): Promise<CheckRound> {
  const { rows } = await sql<{ checkedAt: Date }>`select clock_timestamp() as "checkedAt"`.execute(db)
  const context = { clients, config, logger: logger('silent'), now }
  const checks = await Promise.all([checkDatabase(config, false), checkIdentityProvider(context), checkSystems(context)])
  return { checkedAt: rows[0]!.checkedAt, checks: await addSubscriptionDenials({ clients, db, now }, checks.flat()) }
}

/** Runs the daily check, stores its report, and notifies administrators of new failures. */
export async function checkInstallation(context: CheckedContext): Promise<void> {
  const round = await runChecks(context)
  await inTransaction(context.db, (tx) => recordReport(tx, { ...round, runBy: null }))
}
