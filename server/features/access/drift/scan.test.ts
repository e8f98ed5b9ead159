import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { until } from '../../../../test/until.ts'
import { handlers } from '../../../handlers.ts'
import { logger } from '../../../http/logger.ts'
import { compare, differencesIn, grantsIn, groupOf, keepAccounts, membersOf } from './drift.fixture.ts'
import { describeDifference } from './labels.ts'
import { continueRound, enqueueFirstScan, startDriftScan } from './scan.ts'

let app: TestApp
let clockOffsetMs = 0
let accounts: Awaited<ReturnType<typeof keepAccounts>>
const warnings: object[] = []
const minuteMs = 60_000

beforeAll(async () => {
  app = await startTestApp({ runJobs: false, now: () => new Date(Date.now() + clockOffsetMs) })
  accounts = await keepAccounts(app, 9)
  await enqueueFirstScan(app.context)
  await finishScan()
})
afterAll(() => app.close())
afterEach(() => app.simulator.faults.clear())

const context = () => ({ ...app.context, log: { info: () => {}, warn: (details: object) => warnings.push(details) } })
const round = () => app.db.selectFrom('access_scans').selectAll().executeTakeFirstOrThrow()

async function finishScan(): Promise<void> {
  while (!(await round()).ended_at) await continueRound(context())
}
async function runNextScan(): Promise<void> {
  clockOffsetMs += 16 * minuteMs
  await startDriftScan(app.context)
  await finishScan()
}

describe('the first scan', () => {
  it('adopts existing members permanently without notifying anyone', async () => {
    const group = await groupOf(app, accounts[0]!, 'contributors')
    const members = await membersOf(app, group.directoryId)
    expect(members.length).toBeGreaterThan(0)
    for (const id of members) {
      const grants = await grantsIn(app, group.id, id)
      expect(grants.map(({ via, status, ends_at }) => ({ via, status, ends_at }))).toEqual([
        { via: 'adopted', status: 'active', ends_at: null },
      ])
    }
    expect(await app.db.selectFrom('access_differences').selectAll().execute()).toEqual([])
    expect(await app.db.selectFrom('notifications').selectAll().where('kind', '=', 'accessDifference').execute()).toEqual([])
    const events = await app.db.selectFrom('audit_events').selectAll().where('operation', '=', 'accessBaseline').execute()
    const event = events.find(({ after }) => (after as { group: string }).group === group.name)!
    expect(event).toMatchObject({ actor_name: 'Slipway', subject_id: accounts[0]!.id, outcome: 'allowed' })
    expect((event.after as { adopted: { id: string }[] }).adopted.map(({ id }) => id).sort()).toEqual(members.toSorted())
  })

  it('starts automatically once, and not again before the next scan is due', async () => {
    const countPending = async () => (await app.db.selectFrom('access_scans').selectAll().where('ended_at', 'is', null).execute()).length
    await enqueueFirstScan(app.context)
    await startDriftScan(app.context)
    expect(await countPending()).toBe(0)
  })

  it('adopts members once when several replicas scan concurrently', async () => {
    const group = await groupOf(app, accounts[1]!, 'contributors')
    await app.db.deleteFrom('group_assignments').where('group_id', '=', group.id).execute()
    await app.db.updateTable('access_group_scans').set({ baseline_at: null }).where('group_id', '=', group.id).execute()
    expect(await Promise.all([1, 2, 3, 4].map(() => compare(app, accounts[1]!)))).toEqual([0, 0, 0, 0])
    const members = await membersOf(app, group.directoryId)
    const grants = await app.db.selectFrom('group_assignments').select('person_id').where('group_id', '=', group.id).execute()
    expect(grants.map(({ person_id }) => person_id).sort()).toEqual(members.toSorted())
  })

  it('doesn’t adopt members of a group that Slipway created, and reports them as differences', async () => {
    const group = await groupOf(app, accounts[1]!, 'readers')
    await app.db.deleteFrom('access_group_scans').where('group_id', '=', group.id).execute()
    await app.db.deleteFrom('group_assignments').where('group_id', '=', group.id).execute()
    await app.db
      .updateTable('access_groups')
      .set({ created_by: app.persona('Daniel').id })
      .where('id', '=', group.id)
      .execute()
    const members = await membersOf(app, group.directoryId)
    expect(await compare(app, accounts[1]!)).toBe(members.length)
    expect((await differencesIn(app, group.id)).map(({ kind, member_id }) => `${kind} ${member_id}`).sort()).toEqual(
      members.map((id) => `added ${id}`).sort(),
    )
  })

  it('reports members who are disabled', async () => {
    const group = await groupOf(app, accounts[2]!, 'readers')
    const [missingId] = await membersOf(app, group.directoryId)
    await app.db.deleteFrom('group_assignments').where('group_id', '=', group.id).execute()
    await app.db.updateTable('access_group_scans').set({ baseline_at: null }).where('group_id', '=', group.id).execute()
    await app.db.updateTable('people').set({ active: false }).where('id', '=', missingId!).execute()
    expect(await compare(app, accounts[2]!)).toBe(0)
    expect(await grantsIn(app, group.id, missingId!)).toEqual([])
    expect(await compare(app, accounts[2]!)).toBe(1)
    expect(await differencesIn(app, group.id)).toMatchObject([{ kind: 'added', person_id: missingId }])
    await app.db.updateTable('people').set({ active: true }).where('id', '=', missingId!).execute()
  })
})

describe('a later scan', () => {
  it('finds added and removed members within the interval, and notifies owners once', async () => {
    const account = accounts[3]!
    const group = await groupOf(app, account)
    const { graph } = app.context.clients
    const [removedMemberId] = await membersOf(app, group.directoryId)
    const priya = app.persona('Priya')
    await graph.addGroupMember(group.directoryId, priya.id)
    await graph.removeGroupMember(group.directoryId, removedMemberId!)
    clockOffsetMs += 14 * minuteMs
    await startDriftScan(app.context)
    expect((await round()).ended_at).not.toBeNull()
    clockOffsetMs += 2 * minuteMs
    await startDriftScan(app.context)
    expect((await round()).ended_at).toBeNull()
    await finishScan()
    expect((await differencesIn(app, group.id)).map(({ kind, member_id, status }) => `${kind} ${member_id} ${status}`).sort()).toEqual(
      [`added ${priya.id} open`, `removed ${removedMemberId} open`].sort(),
    )
    const notifications = await app.db.selectFrom('notifications').selectAll().where('subject_id', '=', account.id).execute()
    expect(notifications.map(({ person_id }) => person_id).sort()).toEqual([...account.ownerIds].sort())
    expect(notifications[0]).toMatchObject({
      kind: 'accessDifference',
      title: expect.stringMatching(new RegExp(`^${account.name}\\b.*\\b2\\b`)),
    })
    expect(notifications[0]!.body).toContain(describeDifference('added', priya.displayName, `az-${account.name}-readers`))
    await runNextScan()
    expect(await differencesIn(app, group.id)).toHaveLength(2)
    expect(await app.db.selectFrom('notifications').selectAll().where('subject_id', '=', account.id).execute()).toHaveLength(
      notifications.length,
    )
  })

  it('closes differences that no longer exist', async () => {
    const group = await groupOf(app, accounts[3]!)
    const { graph } = app.context.clients
    const open = (await differencesIn(app, group.id)).filter(({ status }) => status === 'open')
    const removedMemberId = open.find(({ kind }) => kind === 'removed')!
    await graph.removeGroupMember(group.directoryId, app.persona('Priya').id)
    await graph.addGroupMember(group.directoryId, removedMemberId.member_id!)
    await runNextScan()
    expect((await differencesIn(app, group.id)).map(({ status, resolved_by }) => [status, resolved_by])).toEqual([
      ['gone', null],
      ['gone', null],
    ])
  })

  it('runs on one replica at a time, and writes each difference once', async () => {
    const group = await groupOf(app, accounts[4]!)
    await app.context.clients.graph.addGroupMember(group.directoryId, app.persona('Priya').id)
    clockOffsetMs += 16 * minuteMs
    await Promise.all([1, 2, 3].map(() => startDriftScan(app.context)))
    await Promise.all([1, 2, 3].map(() => continueRound(context())))
    await finishScan()
    expect(await differencesIn(app, group.id)).toHaveLength(1)
    const notifications = await app.db.selectFrom('notifications').select('id').where('subject_id', '=', accounts[4]!.id).execute()
    expect(notifications).toHaveLength(accounts[4]!.ownerIds.length)
  })

  it('ignores stale responses of the directory', async () => {
    const group = await groupOf(app, accounts[5]!)
    await runNextScan()
    const staleBody = { value: [] }
    app.simulator.faults.add({
      service: 'graph',
      path: `/groups/${group.directoryId}/members`,
      count: 1,
      action: { kind: 'status', status: 200, body: staleBody },
    })
    expect(await compare(app, accounts[5]!)).toBe(0)
    expect(await differencesIn(app, group.id)).toEqual([])
  })

  it('reports a deleted group once, without its former members', async () => {
    const group = await groupOf(app, accounts[6]!)
    await app.context.clients.graph.deleteGroup(group.directoryId)
    await runNextScan()
    expect(await differencesIn(app, group.id)).toMatchObject([{ kind: 'groupMissing', member_id: null, status: 'open' }])
  })

  it('names members that are groups or applications', async () => {
    const group = await groupOf(app, accounts[7]!)
    const otherGroup = await groupOf(app, accounts[7]!, 'contributors')
    await app.context.clients.graph.addGroupMember(group.directoryId, otherGroup.directoryId)
    await runNextScan()
    expect(await differencesIn(app, group.id)).toMatchObject([
      {
        kind: 'added',
        member_id: otherGroup.directoryId,
        member_kind: 'group',
        person_id: null,
        member_name: expect.stringContaining('Contributors'),
      },
    ])
  })

  it('skips a group that can’t be read, reports it, and compares the others', async () => {
    const [brokenGroup, validGroup] = [await groupOf(app, accounts[8]!), await groupOf(app, accounts[8]!, 'contributors')]
    await runNextScan()
    const groupScan = async (id: string) =>
      await app.db.selectFrom('access_group_scans').selectAll().where('group_id', '=', id).executeTakeFirstOrThrow()
    const scanBefore = await groupScan(brokenGroup.id)
    app.simulator.faults.add({
      service: 'graph',
      path: `/groups/${brokenGroup.directoryId}`,
      action: { kind: 'status', status: 403, body: { error: { code: 'Authorization_RequestDenied', message: 'No.' } } },
    })
    await app.context.clients.graph.addGroupMember(validGroup.directoryId, app.persona('Priya').id)
    await runNextScan()
    expect(await groupScan(brokenGroup.id)).toMatchObject({
      scanned_at: scanBefore.scanned_at,
      problem: expect.stringContaining('Microsoft Graph'),
    })
    expect(await differencesIn(app, brokenGroup.id)).toEqual([])
    expect(await differencesIn(app, validGroup.id)).toMatchObject([{ kind: 'added' }])
    app.simulator.faults.clear()
    await runNextScan()
    expect(await groupScan(brokenGroup.id)).toMatchObject({ problem: null })
  })

  it('continues when one account can’t be recorded', async () => {
    await app.context.clients.graph.addGroupMember((await groupOf(app, accounts[1]!, 'contributors')).directoryId, app.persona('Priya').id)
    await app.context.clients.graph.addGroupMember((await groupOf(app, accounts[2]!, 'contributors')).directoryId, app.persona('Priya').id)
    await sql`alter table access_differences add constraint no_more check (account_id <> ${sql.lit(accounts[1]!.id)}) not valid`.execute(
      app.db,
    )
    warnings.length = 0
    await runNextScan()
    await sql`alter table access_differences drop constraint no_more`.execute(app.db)
    expect(warnings).toMatchObject([{ accountId: accounts[1]!.id }])
    expect(await differencesIn(app, (await groupOf(app, accounts[2]!, 'contributors')).id)).toHaveLength(1)
    await runNextScan()
    expect(await differencesIn(app, (await groupOf(app, accounts[1]!, 'contributors')).id)).toHaveLength(1)
  })

  it('waits while the directory is down, and continues from the same account', async () => {
    const group = await groupOf(app, accounts[0]!)
    await app.context.clients.graph.addGroupMember(group.directoryId, app.persona('Priya').id)
    app.simulator.faults.add({
      service: 'graph',
      path: '/\\$batch',
      action: { kind: 'status', status: 400, body: { error: { code: 'ServiceDown', message: 'No.' } } },
    })
    warnings.length = 0
    clockOffsetMs += 16 * minuteMs
    await startDriftScan(app.context)
    const roundBefore = await round()
    await continueRound(context())
    expect(await round()).toMatchObject({ ended_at: null, after_account: roundBefore.after_account })
    expect(warnings).toHaveLength(1)
    expect(await differencesIn(app, group.id)).toEqual([])
    app.simulator.faults.clear()
    await finishScan()
    expect(await differencesIn(app, group.id)).toHaveLength(1)
  })

  it('continues after its job was lost', async () => {
    clockOffsetMs += 16 * minuteMs
    await startDriftScan(app.context)
    const startedRound = await round()
    clockOffsetMs += 10 * minuteMs
    await startDriftScan(app.context)
    expect((await round()).moved_at).toEqual(startedRound.moved_at)
    clockOffsetMs += 6 * minuteMs
    await startDriftScan(app.context)
    expect(await round()).toMatchObject({ started_at: startedRound.started_at, ended_at: null })
    expect((await round()).moved_at > startedRound.moved_at).toBe(true)
    await finishScan()
  })

  it('closes the open differences of an account that is decommissioned', async () => {
    const group = await groupOf(app, accounts[0]!)
    await app.db.updateTable('accounts').set({ status: 'decommissioning' }).where('id', '=', accounts[0]!.id).execute()
    await runNextScan()
    expect(await differencesIn(app, group.id)).toMatchObject([{ status: 'gone' }])
  })

  it('completes through the queue', async () => {
    const group = await groupOf(app, accounts[3]!)
    await app.context.clients.graph.addGroupMember(group.directoryId, app.persona('Tomasz').id)
    clockOffsetMs += 16 * minuteMs
    await startDriftScan(app.context)
    const { reconcileAccess } = handlers({ ...context(), databaseUrl: app.databaseUrl, log: logger('silent') })
    const noop = () => Promise.resolve()
    await app.jobs.work({
      work: noop,
      syncDirectory: noop,
      checkHealth: noop,
      meterSandboxes: noop,
      groupAlerts: noop,
      syncAlertsToServiceNow: noop,
      verifyAudit: noop,
      replayPolicy: noop,
      checkInvariants: noop,
      reconcileAccess,
    })
    await until(async () => (await round()).ended_at !== null)
    const open = (await differencesIn(app, group.id)).filter(({ status }) => status === 'open')
    expect(open).toMatchObject([{ member_id: app.persona('Tomasz').id }])
  })
})
