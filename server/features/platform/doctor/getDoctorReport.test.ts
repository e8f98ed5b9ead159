import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { simulatorEnv } from '../../../../scripts/simulatorEnv.ts'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { runSchedule } from '../../../../test/runSchedules.ts'
import { inTransaction } from '../../../db/database.ts'
import { createCheck } from './check.ts'
import { isSecret } from './checkConfiguration.ts'
import { recordReport } from './recordReport.ts'
import type { DoctorCheck } from './schemas.ts'

const path = '/cockpit/doctor'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('doctor_report').execute()
  await app.db.deleteFrom('notifications').where('kind', '=', 'doctorFailure').execute()
})

const admin = () => app.as(app.persona('Niamh').id)
const getReport = async () => (await admin().get(path)).body.report
const timeAt = (hour: number) => new Date(Date.UTC(2026, 10, 28, hour))
const check = (title: string, status: DoctorCheck['status']) => createCheck({ id: `Azure/${title}`, category: 'Azure', title, status })
const record = (hour: number, checks: DoctorCheck[]) =>
  inTransaction(app.db, (tx) => recordReport(tx, { checks, checkedAt: timeAt(hour), runBy: null }))
const notified = async () =>
  (await app.db.selectFrom('notifications').select(['person_id', 'body']).where('kind', '=', 'doctorFailure').execute()).filter(
    ({ person_id }) => person_id === app.persona('Niamh').id,
  )

describe('getDoctorReport', () => {
  it('has no report before the first check', async () => {
    expect(await getReport()).toBeNull()
  })

  it('returns the report that runDoctor stored, with who ran it', async () => {
    const { body } = await admin().post('/cockpit/doctor/run')
    expect(body).toMatchObject({ checkedBy: app.persona('Niamh').displayName, previousAt: null, resolved: [] })
    expect(await getReport()).toEqual(body)
    const stored = JSON.stringify(await app.db.selectFrom('doctor_report').selectAll().execute())
    const secrets = Object.entries(simulatorEnv(app.simulator)).flatMap(([name, value]) => (isSecret(name) ? [value] : []))
    expect(secrets.length).toBeGreaterThan(5)
    expect(secrets.filter((secret) => stored.includes(secret))).toEqual([])
  })

  it('returns the report of the daily check, which notifies administrators of a missing permission', async () => {
    const permission = { service: 'Azure', name: 'Microsoft.Resources/tags/write' } as const
    app.simulator.permissions.take(permission)
    await runSchedule(app, 'checkInstallation')
    app.simulator.permissions.restoreAccess(permission)
    const report = await getReport()
    expect(report.checkedBy).toBeNull()
    const failed = report.checks.filter(({ failedSince }: { failedSince: string | null }) => failedSince !== null)
    expect(failed).toMatchObject([{ title: permission.name, status: 'failed', failedSince: report.checkedAt }])
    expect(await notified()).toEqual([expect.objectContaining({ body: expect.stringContaining(permission.name) })])
  })

  it('shows when each check started to fail and which failures were resolved, and notifies once per failure', async () => {
    await record(1, [check('tags', 'failed')])
    await record(2, [check('tags', 'failed'), check('budgets', 'failed')])
    expect((await getReport()).checks.map(({ failedSince }: { failedSince: string }) => failedSince)).toEqual(
      [timeAt(1), timeAt(2)].map((time) => time.toISOString()),
    )
    await record(3, [check('tags', 'ok'), check('budgets', 'failed')])
    expect(await getReport()).toMatchObject({ previousAt: timeAt(2).toISOString(), resolved: [{ id: 'Azure/tags' }] })
    expect(await notified()).toHaveLength(2)
    await record(4, [check('tags', 'failed'), check('budgets', 'failed')])
    expect(await getReport()).toMatchObject({ resolved: [] })
    expect(await notified()).toHaveLength(3)
  })

  it('doesn’t replace a newer report by one that took longer', async () => {
    await record(2, [check('tags', 'ok')])
    expect(await record(1, [check('tags', 'failed')])).toMatchObject({ checkedAt: timeAt(2).toISOString() })
    expect(await getReport()).toMatchObject({ checkedAt: timeAt(2).toISOString(), previousAt: null })
    expect(await notified()).toEqual([])
  })

  it('notifies once if two reports find the same failure at the same time', async () => {
    await Promise.all([1, 2, 3].map((hour) => record(hour, [check('tags', 'failed')])))
    expect(await notified()).toHaveLength(1)
  })

  roleSuite(
    'getDoctorReport',
    () => app,
    () => ({ path }),
  )
})
