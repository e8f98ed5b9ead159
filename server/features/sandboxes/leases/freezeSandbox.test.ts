import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { inTransaction } from '../../../db/database.ts'
import { type LeaseApp, startLeaseApp } from './lease.fixture.ts'
import { freeze } from './transitions.ts'

let app: LeaseApp
beforeAll(async () => {
  app = await startLeaseApp()
})
afterAll(() => app.close())

const owner = () => app.as(app.personId('Priya'))
const admin = () => app.as(app.personId('Niamh'))
const reason = 'It isn’t needed over the weekend.'

describe('freezeSandbox', () => {
  it('stops the sandbox, records the reason, and doesn’t change the end of its lease', async () => {
    const id = await app.sandbox({ members: [app.personId('Tomasz')] })
    const { lease_end } = await app.row(id)
    const response = await owner().post(`/sandboxes/${id}/freeze`, { reason })
    expect(response).toMatchObject({
      status: 202,
      body: { status: 'frozen', frozen: { cause: 'owner', resolved: false }, can: { resume: true } },
    })
    expect((await app.row(id)).lease_end).toEqual(lease_end)
    expect(await app.work(id)).toEqual(['freeze'])
    expect(await app.events(id)).toMatchObject([{ kind: 'frozen', text: expect.stringContaining(reason) }])
    expect(await app.notifications(id)).toMatchObject([{ person_id: app.personId('Tomasz'), body: expect.stringContaining(reason) }])
  })

  it('allows only administrators to resume a sandbox that an administrator froze', async () => {
    const id = await app.sandbox()
    expect((await admin().post(`/sandboxes/${id}/freeze`, { reason })).body.frozen.cause).toBe('admin')
    expect(await owner().post(`/sandboxes/${id}/thaw`, {})).toMatchObject({
      status: 403,
      body: { message: expect.stringMatching(/An administrator froze this sandbox, so only an administrator can resume it/) },
    })
    expect((await admin().post(`/sandboxes/${id}/thaw`, {})).body.status).toBe('active')
  })

  it('freezes the sandbox once for each budget limit, however often spend is metered', async () => {
    const id = await app.sandbox({ spent: 5_000 })
    const freezeByBudget = () =>
      inTransaction(app.db, (db) => freeze({ db, jobs: app.jobs }, { sandboxId: id, cause: 'budget', by: null, now: app.clock.now }))
    await Promise.all([freezeByBudget(), freezeByBudget()])
    expect(await app.row(id)).toMatchObject({ status: 'frozen', freeze_cause: 'budget' })
    expect((await app.events(id)).map(({ kind }) => kind)).toEqual(['frozen'])
    await admin().post(`/sandboxes/${id}/thaw`, { reason: 'The trial ends tomorrow.' })
    await freezeByBudget()
    expect((await app.row(id)).status).toBe('active')
    await app.db.updateTable('sandboxes').set({ budget_limit: 6_000, spent: 6_000 }).where('id', '=', id).execute()
    await freezeByBudget()
    expect((await app.row(id)).status).toBe('frozen')
  })

  roleSuite(
    'freezeSandbox',
    () => app,
    async () => ({ path: `/sandboxes/${await app.sandbox()}/freeze`, body: { reason } }),
  )

  it('rejects a frozen sandbox, a sandbox that is being deleted, a missing reason, and an old version', async () => {
    const id = await app.sandbox()
    const requestFreeze = () => owner().post(`/sandboxes/${id}/freeze`, { reason })
    expect((await owner().post(`/sandboxes/${id}/freeze`, { reason: '  ' })).status).toBe(400)
    expect((await owner().post(`/sandboxes/${id}/freeze`, { reason }, { 'if-match': '"5"' })).status).toBe(412)
    expect((await Promise.all([requestFreeze(), requestFreeze()])).map(({ status }) => status).sort()).toEqual([202, 409])
    const deletingId = await app.sandbox({
      status: 'deleting',
      delete_requested_at: app.clock.now,
      delete_at: app.clock.now,
      delete_cause: 'owner',
    })
    expect((await owner().post(`/sandboxes/${deletingId}/freeze`, { reason })).body.message).toMatch(/Undo the deletion first/)
  })
})
