import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../test/app.ts'
import { decommissionableAccount, decommissioning } from '../../../accounts/decommission/decommissionable.fixture.ts'
import { makeSandbox, type SandboxFixture } from '../../../sandboxes/sandboxes/sandboxes.fixture.ts'
import { listPendingDeletions } from './listPendingDeletions.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000)
const list = () => listPendingDeletions(app.context)
const find = async (id: string) => (await list()).filter((each) => each.id === id)
const sandbox = (name: string, fields: Partial<SandboxFixture> = {}) =>
  makeSandbox(app.db, { name, owners: [app.persona('Priya').id], ...fields })
const deleting = (name: string, deleteAt: Date, fields: Partial<SandboxFixture> = {}) =>
  sandbox(name, { status: 'deleting', delete_requested_at: inHours(-24), delete_at: deleteAt, delete_cause: 'owner', ...fields })

describe('listPendingDeletions', () => {
  it('lists each decommission that continues, including an approved one that has not started', async () => {
    const account = decommissionableAccount(app, 0)
    expect(await find(account.id)).toEqual([])
    await decommissioning(app, account)
    expect(await find(account.id)).toEqual([
      { kind: 'pendingDeletion', side: 'planned', id: account.id, name: `Account ${account.name}`, detail: expect.any(String) },
    ])
    const records = await app.db
      .selectFrom('account_decommissions')
      .select('account_id')
      .where('phase', 'in', ['grace', 'removing', 'gone'])
      .execute()
    expect(records).not.toEqual([])
    const listed = (await list()).filter(({ name }) => name.startsWith('Account ')).map(({ id }) => id)
    expect(listed.sort()).toEqual([account.id, ...records.map(({ account_id }) => account_id)].sort())
  })

  it('returns the end of the grace period, and whether the deletion is due', async () => {
    const { id: account_id, ...account } = decommissionableAccount(app, 1)
    const { updateId: update_id } = await decommissioning(app, { id: account_id, ...account })
    const record = { account_id, update_id }
    await app.db
      .insertInto('account_decommissions')
      .values({ ...record, phase: 'grace', grace_ends_at: inHours(24) })
      .execute()
    await app.db.updateTable('accounts').set({ status: 'decommissioning' }).where('id', '=', account_id).execute()
    const detailFor = async (at: Date) => {
      await app.db.updateTable('account_decommissions').set({ grace_ends_at: at }).where('update_id', '=', record.update_id).execute()
      return (await find(record.account_id))[0]!.detail
    }
    const [later, due] = [await detailFor(new Date('2099-05-04T12:00:00Z')), await detailFor(inHours(-1))]
    expect(later).toContain('4 May 2099')
    expect(due).not.toBe(later)
  })

  it('lists sandboxes whose lease has ended or whose deletion or removal has started, but no other sandboxes', async () => {
    const expected = [
      await sandbox('restored-expired', { lease_end: inHours(-1) }),
      await deleting('restored-due', inHours(-2)),
      await deleting('restored-later', inHours(20)),
      await deleting('restored-removing', inHours(-2), { removing_at: inHours(-1) }),
    ]
    const others = [await sandbox('restored-living', { lease_end: inHours(1) }), await sandbox('restored-queued', { status: 'queued' })]
    const found = (await list()).filter(({ id }) => [...expected, ...others].includes(id))
    expect(new Set(found.map(({ id }) => id))).toEqual(new Set(expected))
    expect(new Set(found.map(({ detail }) => detail)).size).toBe(expected.length)
  })
})
