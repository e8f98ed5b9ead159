import { operation } from '../../../http/operation.ts'
import { runChecks } from './checkInstallation.ts'
import { recordReport } from './recordReport.ts'
import { DoctorReport } from './schemas.ts'

export const runDoctor = operation({
  id: 'runDoctor',
  method: 'POST',
  path: '/cockpit/doctor/run',
  tag: 'cockpit',
  summary: 'Check database, sign-in and permissions in external systems, with calls that only read, and store the report',
  description:
    'The same checks as `slipway doctor`. Each system has 15 seconds; all of them are checked in parallel. Administrators are notified once of each new failure.',
  access: 'admin',
  perMinute: 6,
  duringRestore: true,
  responses: { 200: DoctorReport },
  prepare: runChecks,
  async handler({ db, actor, audit }, round) {
    const report = await recordReport(db, { ...round, runBy: actor.id })
    const failed = report.checks.filter(({ status }) => status === 'failed').length
    audit({ subject: { kind: 'installation', id: 'installation' }, after: { failed } })
    return report
  },
})
