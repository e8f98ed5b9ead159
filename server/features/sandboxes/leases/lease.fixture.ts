import { startTestApp, type TestAppOptions } from '../../../../test/app.ts'
import { inHours } from '../sandboxes/lease.ts'
import { makeSandbox, type SandboxFixture } from '../sandboxes/sandboxes.fixture.ts'
import { expireSandboxes, remindExpiringSandboxes } from './expireSandboxes.ts'

/** Starts an app with sandboxes of Priya and a clock that the test controls. Runs are recorded but not processed. */
export async function startLeaseApp(start = new Date(), options: TestAppOptions = {}) {
  const clock = { now: start }
  const app = await startTestApp({ runJobs: false, now: () => clock.now, ...options })
  let createdCount = 0
  const row = (id: string) => app.db.selectFrom('sandboxes').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return {
    ...app,
    clock,
    row,
    personId: (givenName: string) => app.persona(givenName).id,
    sandbox(sandboxSpec: Partial<SandboxFixture> = {}): Promise<string> {
      createdCount += 1
      const hasLease = ['active', 'frozen', 'deleting', undefined].includes(sandboxSpec.status)
      const lease = hasLease ? { lease_start: clock.now, lease_end: inHours(clock.now, 168) } : {}
      const frozenFields = sandboxSpec.status === 'frozen' ? { frozen_at: clock.now, freeze_cause: 'owner' as const } : {}
      return makeSandbox(app.db, {
        name: `sandbox-${createdCount}`,
        owners: [app.persona('Priya').id],
        created_at: clock.now,
        ...lease,
        ...frozenFields,
        ...sandboxSpec,
      })
    },
    events: (id: string) =>
      app.db
        .selectFrom('sandbox_events')
        .select(['kind', 'text', 'person_id'])
        .where('sandbox_id', '=', id)
        .orderBy('at')
        .orderBy('number')
        .execute(),
    notifications: (id: string) =>
      app.db
        .selectFrom('notifications')
        .select(['kind', 'person_id', 'title', 'body'])
        .where('subject_id', '=', id)
        .orderBy('created_at')
        .orderBy('id')
        .execute(),
    async work(id: string): Promise<string[]> {
      const rows = await app.db
        .selectFrom('sandbox_actions')
        .select('kind')
        .where('sandbox_id', '=', id)
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map(({ kind }) => kind)
    },
    async endWork(): Promise<void> {
      await app.db.updateTable('sandbox_actions').set({ status: 'done', ended_at: clock.now }).where('status', '=', 'open').execute()
    },
    async pass(hours: number): Promise<void> {
      clock.now = inHours(clock.now, hours)
      await remindExpiringSandboxes(app.context)
      await expireSandboxes(app.context)
    },
  }
}
export type LeaseApp = Awaited<ReturnType<typeof startLeaseApp>>
