import { logger } from '../../../http/logger.ts'
import { operation } from '../../../http/operation.ts'
import { checkDatabase } from './checkDatabase.ts'
import { checkIdentityProvider } from './checkIdentityProvider.ts'
import { checkSystems } from './checkSystems.ts'
import { DoctorReport } from './schemas.ts'

export const runDoctor = operation({
  id: 'runDoctor',
  method: 'POST',
  path: '/cockpit/doctor/run',
  tag: 'cockpit',
  summary: 'Check database, sign-in and permissions in other systems, with calls that only read',
  description: 'The same checks as `slipway doctor`. Each system has 15 seconds; all of them are checked in parallel.',
  access: 'admin',
  perMinute: 6,
  duringRestore: true,
  answers: { 200: DoctorReport },
  async prepare({ clients, config, now }) {
    const context = { clients, config, logger: logger('silent'), now }
    const checks = await Promise.all([checkDatabase(config, false), checkIdentityProvider(context), checkSystems(context)])
    return { checkedAt: now().toISOString(), checks: checks.flat() }
  },
  async handler({ audit }, report) {
    audit({ subject: { kind: 'installation', id: 'installation' } })
    return report
  },
})
