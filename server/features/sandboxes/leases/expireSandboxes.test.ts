import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemActionsOf } from '../../../../test/systemActionsOf.ts'
import { inTransaction } from '../../../db/database.ts'
import { inHours } from '../sandboxes/lease.ts'
import { expireSandboxes, remindExpiringSandboxes } from './expireSandboxes.ts'
import { type LeaseApp, startLeaseApp } from './lease.fixture.ts'
import { extendLease } from './transitions.ts'

let app: LeaseApp
beforeAll(async () => {
  app = await startLeaseApp(new Date('2026-03-25T12:00:00Z'))
  await sql`do $$ begin execute format('alter database %I set timezone to %L', current_database(), 'Europe/London'); end $$`.execute(app.db)
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.endWork()
  await app.db.deleteFrom('notifications').execute()
})

const replicas = async () => {
  await Promise.all([1, 2, 3].map(() => remindExpiringSandboxes(app.context)))
  await Promise.all([1, 2, 3].map(() => expireSandboxes(app.context)))
}
const kinds = async (id: string) => (await app.events(id)).map(({ kind }) => kind)
const titles = async (id: string) => (await app.notifications(id)).map(({ title }) => title)

describe('reminders', () => {
  it('sends each reminder once, at exact hours before the end, across clock changes', async () => {
    const id = await app.sandbox()
    const end = (await app.row(id)).lease_end!
    expect(end).toEqual(new Date('2026-04-01T12:00:00Z'))
    const { name } = await app.row(id)
    const expected: string[] = []
    for (const [hours, remaining] of [
      [48, '2 days'],
      [24, '1 day'],
      [4, '4 hours'],
    ] as const) {
      app.clock.now = new Date(inHours(end, -hours).getTime() - 1)
      await replicas()
      expect(await titles(id)).toEqual(expected)
      app.clock.now = inHours(end, -hours)
      await replicas()
      expected.push(`The lease of ${name} ends within ${remaining}`)
      expect(await titles(id)).toEqual(expected)
    }
    expect(await app.notifications(id)).toMatchObject([{ person_id: app.personId('Priya'), kind: 'sandboxEnds' }, {}, {}])
  })

  it('sends only the latest missed reminder, none after the end, and none that is earlier than the lease', async () => {
    const [missedId, endedId, shortId] = [
      await app.sandbox(),
      await app.sandbox(),
      await app.sandbox({ lease_end: inHours(app.clock.now, 30) }),
    ]
    await app.pass(1)
    expect(await titles(shortId)).toEqual([])
    await app.pass(6)
    expect(await titles(shortId)).toEqual([expect.stringContaining('within 1 day')])
    await app.db
      .updateTable('sandboxes')
      .set({ lease_end: inHours(app.clock.now, 70) })
      .where('id', '=', endedId)
      .execute()
    await app.db
      .updateTable('sandboxes')
      .set({ lease_end: inHours(app.clock.now, 82) })
      .where('id', '=', missedId)
      .execute()
    await app.pass(72)
    expect(await titles(missedId)).toEqual([expect.stringContaining('within 1 day')])
    expect(await kinds(endedId)).toEqual(['deleting'])
  })

  it('sends the reminders again after an extension', async () => {
    const id = await app.sandbox({ lease_end: inHours(app.clock.now, 49) })
    await app.pass(2)
    await app.pass(44)
    expect(await kinds(id)).toEqual(['reminded', 'reminded'])
    const { db, jobs } = app
    await inTransaction(db, (tx) => extendLease({ db: tx, jobs }, { sandboxId: id, hours: 72, budget: 500, by: null, now: app.clock.now }))
    await replicas()
    await app.pass(51)
    expect(await kinds(id)).toEqual(['reminded', 'reminded', 'extended', 'reminded'])
    expect((await app.events(id)).at(2)?.text).toMatch(/3 days .*£5/)
    expect(await app.row(id)).toMatchObject({ extensions_used: 1, budget_limit: 5_500, lease_hours: 240 })
  })
})

describe('expiry', () => {
  it('stops the sandbox, keeps it for a whole day even if the schedule is late, and then removes it once', async () => {
    const id = await app.sandbox({ members: [app.personId('Tomasz')] })
    await app.pass(168 + 72)
    const row = await app.row(id)
    expect(row).toMatchObject({
      status: 'deleting',
      delete_cause: 'expired',
      delete_requested_by: null,
      delete_at: inHours(app.clock.now, 24),
    })
    expect((await app.notifications(id)).map(({ person_id }) => person_id).sort()).toEqual(
      [app.personId('Priya'), app.personId('Tomasz')].sort(),
    )
    await app.endWork()
    await app.pass(23.99)
    expect((await app.row(id)).removing_at).toBeNull()
    app.clock.now = row.delete_at!
    await replicas()
    await replicas()
    expect(await app.row(id)).toMatchObject({ status: 'deleting', removing_at: row.delete_at })
    expect(await app.work(id)).toEqual(['freeze', 'cleanUp'])
    expect(await kinds(id)).toEqual(['deleting', 'removing'])
    expect(await systemActionsOf(app, id)).toEqual([
      ['sandboxExpired', 'clock'],
      ['sandboxRemovalStarted', 'clock'],
    ])
  })

  it('waits for a running action', async () => {
    const id = await app.sandbox()
    await app.as(app.personId('Priya')).post(`/sandboxes/${id}/freeze`, { reason: 'For the weekend.' })
    await app.pass(169)
    expect((await app.row(id)).status).toBe('frozen')
    await app.endWork()
    await app.pass(0)
    expect((await app.row(id)).status).toBe('deleting')
    expect(await app.work(id)).toEqual(['freeze'])
  })

  it('leaves time for an extension, which starts when it is granted', async () => {
    const id = await app.sandbox()
    await app.pass(170)
    const { db, jobs } = app
    const extend = (hours: number, budget: number) =>
      inTransaction(db, (tx) => extendLease({ db: tx, jobs }, { sandboxId: id, hours, budget, by: null, now: app.clock.now }))
    await expect(extend(0, 100)).rejects.toThrow(/Request more hours/)
    await app.endWork()
    await extend(24, 0)
    expect(await app.row(id)).toMatchObject({ status: 'active', lease_end: inHours(app.clock.now, 24), delete_at: null })
    expect(await app.work(id)).toEqual(['freeze', 'resume'])
    await app.endWork()
    await app.pass(25)
    await expect(extend(24, 0)).rejects.toThrow(/The sandbox has had the maximum number of extensions/)
    expect((await kinds(id)).filter((kind) => kind === 'deleting')).toHaveLength(2)
  })

  it('resumes a sandbox that was frozen because of its budget if an extension adds enough', async () => {
    const frozenFields = { status: 'frozen', freeze_cause: 'budget', spent: 5_400 } as const
    const [smallSandbox, fundedSandbox] = [
      await app.sandbox({ ...frozenFields, terms: { maxExtensions: 1 } }),
      await app.sandbox(frozenFields),
    ]
    const { db, jobs } = app
    for (const [sandboxId, budget] of [
      [smallSandbox, 400],
      [fundedSandbox, 401],
    ] as const)
      await inTransaction(db, (tx) => extendLease({ db: tx, jobs }, { sandboxId, hours: 0, budget, by: null, now: app.clock.now }))
    expect(await app.row(smallSandbox)).toMatchObject({ status: 'frozen', freeze_cause: 'budget' })
    expect(await app.row(fundedSandbox)).toMatchObject({ status: 'active', freeze_cause: null })
    expect([await app.work(smallSandbox), await app.work(fundedSandbox)]).toEqual([[], ['resume']])
  })

  it('starts the deletion of many sandboxes in one pass, once each, even with several replicas', async () => {
    const { template_id, host_id } = await app.row(await app.sandbox())
    const lease_end = (n: number) => new Date(inHours(app.clock.now, 1).getTime() + n * 20_000)
    const ids = await Promise.all(Array.from({ length: 70 }, (_, n) => app.sandbox({ template_id, host_id, lease_end: lease_end(n) })))
    app.clock.now = inHours(app.clock.now, 2)
    await replicas()
    const rows = await app.db.selectFrom('sandboxes').select('status').where('id', 'in', ids).execute()
    expect(rows.filter(({ status }) => status === 'deleting')).toHaveLength(70)
    const startedActions = await app.db.selectFrom('sandbox_actions').select('id').where('sandbox_id', 'in', ids).execute()
    const notifications = await app.db
      .selectFrom('sandbox_events')
      .select('id')
      .where('sandbox_id', 'in', ids)
      .where('kind', '=', 'deleting')
      .execute()
    expect([startedActions.length, notifications.length]).toEqual([70, 70])
  })
})
