import { compareNow, keepFewAccounts, openRestore, readReport } from '../../server/features/platform/restores/restores.fixture.ts'
import type { TestApp } from '../app.ts'
import type { Attack, Target } from './attack.ts'
import { onlyRole, prepareAdminAttack } from './platform.attacks.ts'

async function pausedInstallation(app: TestApp): Promise<Target> {
  await keepFewAccounts(app)
  const id = await openRestore(app)
  await compareNow(app)
  const body = { reportId: (await readReport(app)).id, comment: 'Compared with the list of yesterday.' }
  return prepareAdminAttack(app, { method: 'POST', path: `/restores/${id}/accept`, body })
}

/** These attacks have a separate environment, because a paused installation rejects everything else. */
export const restoreAttacks: readonly Attack[] = [
  {
    operation: 'acceptDatabaseRestore',
    effect: 'decides',
    prepare: pausedInstallation,
    allowed: onlyRole('The operator who restores the database is no person in Slipway.'),
  },
]
