import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { withClient } from '../../../../test/postgresServer.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { checkInvariants, invariants } from '../../../db/invariants.ts'
import { deliverDue } from '../../../notifications/delivery/deliverDue.ts'
import { operations } from '../../../operations.ts'
import { startSchedules } from '../../../workflows/startSchedules.ts'
import { accountOf, groupRow, newGroup } from '../../accounts/groups/groups.fixture.ts'
import { admin, compareNow, keepFewAccounts, openRestore, pausedContext, readReport } from './restores.fixture.ts'

let app: TestApp
let id: string
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  await app.as(app.persona('Daniel').id).post(`/accounts/${accountOf(app, 0).id}/groups`, newGroup('stopped'))
  await keepFewAccounts(app)
  id = await openRestore(app)
  await compareNow(app)
})
afterAll(() => app.close())

const comment = 'Compared with the list of yesterday.'
const accept = async (reportId?: string, administrator = admin(app)) =>
  administrator.post(`/restores/${id}/accept`, { reportId: reportId ?? (await readReport(app)).id, comment })
const asServer = (text: string) => withClient(app.runtimeUrl, (client) => client.query(text))
const openTower = () =>
  admin(app).post('/towers', { name: 'T', code: 'TTTT', description: 'A tower', leadIds: [app.persona('Ravi').id], costCentre: 'CC-1' })

describe('acceptDatabaseRestore', () => {
  roleSuite(
    'acceptDatabaseRestore',
    () => app,
    () => ({ path: `/restores/${id}/accept`, body: { reportId: uuidv7(), comment } }),
  )

  it('is required before changes, except changes without effect in external systems', async () => {
    expect(await openTower()).toMatchObject({ status: 503, body: { code: 'pausedAfterRestore' } })
    expect((await admin(app).get('/accounts')).status).toBe(200)
    const { caller } = await app.withKey(['deploy'])
    expect(await caller.post('/argo/GetApp', {})).toMatchObject({ status: 503, body: { code: 'pausedAfterRestore' } })
    expect(operations.flatMap((operation) => (operation.duringRestore ? [operation.id] : [])).sort()).toEqual([
      'acceptDatabaseRestore',
      'cancelRuns',
      'deleteAlertKey',
      'deleteApiKey',
      'endAllSessions',
      'endMyOtherSessions',
      'endMySession',
      'endUserSessions',
      'pauseQueue',
      'requestRestoreReport',
      'runDoctor',
    ])
  })

  it('is not required to cancel a run or pause a queue, which don’t call external systems', async () => {
    const { id: groupId } = await groupRow(app, `az-${accountOf(app, 0).name}-stopped`)
    const created = app.db.selectFrom('work_runs').select('id').where('kind', '=', 'createAccessGroup').where('subject_id', '=', groupId)
    const { id: runId } = await created.executeTakeFirstOrThrow()
    app.simulator.exchanges.clear()
    expect((await admin(app).post('/work/cancel', { runIds: [runId], reason: comment })).body).toMatchObject({ done: 1, denied: 0 })
    const states = app.db.selectFrom('work_runs').select(['kind', 'status']).where('subject_id', '=', groupId).orderBy('kind')
    expect(await states.execute()).toEqual([
      { kind: 'createAccessGroup', status: 'cancelled' },
      { kind: 'removeAccessGroup', status: 'queued' },
    ])
    expect((await admin(app).post('/cockpit/queues/work/pause', { reason: comment })).status).toBe(200)
    expect((await admin(app).post('/cockpit/queues/work/resume')).body.code).toBe('pausedAfterRestore')
    expect(app.simulator.exchanges.list().filter(({ service }) => service !== 'identity')).toEqual([])
    await app.db.deleteFrom('queue_pauses').execute()
  })

  it('is required in the database before runs and schedules start and messages are sent', async () => {
    const run = {
      id: uuidv7(),
      kind: 'setBudget',
      subject_kind: 'account',
      subject_id: uuidv7(),
      started_at: null,
      ended_at: null,
      trace: null,
    }
    await app.db
      .insertInto('work_runs')
      .values({ ...run, name: 'A run' })
      .execute()
    const running = app.context.db.updateTable('work_runs').set({ status: 'running' }).where('id', '=', run.id)
    await expect(running.execute()).rejects.toMatchObject({ constraint: 'paused_after_restore' })
    await app.db.deleteFrom('work_runs').where('id', '=', run.id).execute()

    let scheduleRuns = 0
    const schedule = { periodMs: 1_000, offsetMs: 0, timeoutMs: 1_000, run: async () => void scheduleRuns++ }
    const schedules = await startSchedules({ aSchedule: schedule }, { db: app.context.db, log: pausedContext(app).log, pollIntervalMs: 20 })
    await new Promise((resolve) => setTimeout(resolve, 300))
    await schedules.stop()
    expect(scheduleRuns).toBe(0)
    await expect(asServer(`update schedules set run_id = gen_random_uuid() where name = 'aSchedule'`)).rejects.toMatchObject({
      constraint: 'paused_after_restore',
    })

    const channel = await app.db.selectFrom('notification_channels').select('id').where('type', '=', 'mail').executeTakeFirstOrThrow()
    const message = { id: uuidv7(), channel_id: channel.id, person_id: app.persona('Ravi').id, kind: 'groupReady', subject_kind: 'account' }
    await app.db
      .insertInto('deliveries')
      .values({ ...message, subject_id: uuidv7(), title: 'Old', body: '', dedupe_key: 'old', urgent: true, next_attempt_at: new Date(0) })
      .execute()
    await deliverDue(pausedContext(app) as never)
    expect(await app.db.selectFrom('deliveries').select(['status', 'attempts']).where('id', '=', message.id).execute()).toEqual([
      { status: 'waiting', attempts: 0 },
    ])
    await app.db.deleteFrom('deliveries').where('id', '=', message.id).execute()
  })

  it('denies a session without a recent step-up sign-in', async () => {
    const weak = app.as(app.persona('Niamh').id, undefined, { strong: false })
    expect((await accept(undefined, weak)).body.code).toBe('stepUpNeeded')
  })

  it('rejects an old report, and an incomplete one', async () => {
    const first = (await readReport(app)).id
    app.simulator.faults.add({ service: 'graph', path: 'search', action: { kind: 'status', status: 403 } })
    await admin(app).post(`/restores/${id}/reports`)
    expect((await accept(first)).body.code).toBe('wrongState')
    await compareNow(app)
    app.simulator.faults.clear()
    const incomplete = await readReport(app)
    expect(incomplete.problems).toEqual([{ kind: 'group', message: expect.any(String) }])
    expect((await accept(incomplete.id)).body.code).toBe('wrongState')
    await admin(app).post(`/restores/${id}/reports`)
    await compareNow(app)
    expect((await accept(first)).body.code).toBe('wrongState')
  })

  it('is enforced by the database, which rejects other changes and an acceptance without the last complete report', async () => {
    const niamh = app.persona('Niamh').id
    const close = (report: string) =>
      asServer(
        `update database_restores set closed_at = now(), accepted_by = '${niamh}', accepted_report = '${report}', comment = '${comment}'`,
      )
    const reports = await app.db.selectFrom('restore_reports').select('id').orderBy('number').execute()
    for (const { id: earlier } of reports.slice(0, -1))
      await expect(close(earlier)).rejects.toMatchObject({ constraint: 'restore_accepted_with_report' })
    await expect(asServer('update database_restores set closed_at = now()')).rejects.toMatchObject({
      constraint: 'restore_accepted_with_report',
    })
    await expect(asServer('update database_restores set data_at = now()')).rejects.toMatchObject({ constraint: 'append_only' })
    await expect(asServer('delete from database_restores')).rejects.toThrow(/permission denied/)
    await expect(sql`delete from database_restores`.execute(app.db)).rejects.toMatchObject({ constraint: 'append_only' })
    await expect(asServer(`update restore_reports set problems = '[]'`)).rejects.toMatchObject({ constraint: 'append_only' })
    const insert = `insert into database_restores (id, kind, data_at, restored_by) values (gen_random_uuid(), 'backup', now(), 'x')`
    await expect(asServer(insert)).rejects.toThrow(/permission denied/)
  })

  it('lets Slipway continue, once, and writes an audit event', async () => {
    const reportId = (await readReport(app)).id
    const responses = await Promise.all([accept(reportId), accept(reportId)])
    expect(responses.map(({ status, body }) => body.code ?? status).sort()).toEqual([200, 'alreadyDecided'])
    expect(responses.find(({ status }) => status === 200)!.body).toMatchObject({ acceptedBy: expect.stringContaining('Niamh'), comment })
    expect((await openTower()).status).not.toBe(503)
    const event = await app.db
      .selectFrom('audit_events')
      .select(['subject_id', 'after'])
      .where('operation', '=', 'acceptDatabaseRestore')
      .where('outcome', '=', 'allowed')
      .execute()
    expect(event).toEqual([{ subject_id: id, after: expect.objectContaining({ paused: false, comment }) }])
  })

  it('satisfies the data invariants even after the administrator is erased from the audit trail', async () => {
    await sql`alter table audit_events disable trigger audit_events_append_only`.execute(app.db)
    await sql`update audit_events set actor_id = null, actor_name = 'erased' where operation = 'acceptDatabaseRestore'`.execute(app.db)
    await sql`alter table audit_events enable trigger audit_events_append_only`.execute(app.db)
    const rule = invariants.filter(({ name }) => name === 'database-restore-accepted-was-complete')
    expect(await checkInvariants(app.db, rule)).toMatchObject([{ rows: [], problem: null }])
  })
})
