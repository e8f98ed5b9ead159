import type { Context } from '../../../context.ts'
import { inTransaction } from '../../../db/database.ts'
import { logger } from '../../../http/logger.ts'
import { checkDatabase } from './checkDatabase.ts'
import { checkIdentityProvider } from './checkIdentityProvider.ts'
import { checkSystems } from './checkSystems.ts'
import { recordReport } from './recordReport.ts'
import type { DoctorCheck } from './schemas.ts'

type CheckedContext = Pick<Context, 'clients' | 'config' | 'now'>

/** Checks database, sign-in and permissions in other systems, in which it only reads. */
export async function runChecks({ clients, config, now }: CheckedContext): Promise<DoctorCheck[]> {
  const context = { clients, config, logger: logger('silent'), now }
  return (await Promise.all([checkDatabase(config, false), checkIdentityProvider(context), checkSystems(context)])).flat()
}

/** The daily check: it stores its report and notifies administrators of what fails since then. */
export async function checkInstallation(context: CheckedContext & Pick<Context, 'db'>): Promise<void> {
  const checks = await runChecks(context)
  await inTransaction(context.db, (tx) => recordReport(tx, { checks, checkedAt: context.now(), runBy: null }))
}
