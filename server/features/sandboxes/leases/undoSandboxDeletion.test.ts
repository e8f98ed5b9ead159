import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { expireSandboxes } from './expireSandboxes.ts'
import { type LeaseApp, startLeaseApp } from './lease.fixture.ts'

let app: LeaseApp
beforeAll(async () => {
  app = await startLeaseApp()
})
afterAll(() => app.close())

const owner = () => app.as(app.personId('Priya'))
const createDeletedSandbox = async (overrides: Parameters<LeaseApp['sandbox']>[0] = {}) => {
  const id = await app.sandbox(overrides)
  expect((await owner().delete(`/sandboxes/${id}`)).status).toBe(202)
  await app.endWork()
  return id
}

describe('undoSandboxDeletion', () => {
  it('resumes the sandbox with the same end', async () => {
    const id = await createDeletedSandbox()
    const { lease_end } = await app.row(id)
    expect(await owner().post(`/sandboxes/${id}/takeBack`)).toMatchObject({ status: 202, body: { status: 'active', deletion: null } })
    expect(await app.row(id)).toMatchObject({ lease_end, delete_requested_by: null, delete_at: null, delete_cause: null })
    expect(await app.work(id)).toEqual(['freeze', 'resume'])
    expect((await app.events(id)).map(({ kind }) => kind)).toEqual(['deleting', 'undone'])
  })

  it('keeps a frozen sandbox frozen, and can undo repeated deletions', async () => {
    const id = await createDeletedSandbox({ status: 'frozen' })
    expect((await owner().post(`/sandboxes/${id}/takeBack`)).body).toMatchObject({ status: 'frozen', frozen: { cause: 'owner' } })
    expect(await app.work(id)).toEqual([])
    expect((await owner().delete(`/sandboxes/${id}`)).status).toBe(202)
    expect((await owner().post(`/sandboxes/${id}/takeBack`)).body.status).toBe('frozen')
  })

  roleSuite(
    'undoSandboxDeletion',
    () => app,
    async () => ({ path: `/sandboxes/${await createDeletedSandbox()}/takeBack` }),
  )

  it('rejects a sandbox that isn’t being deleted, and an old version', async () => {
    const id = await app.sandbox()
    expect((await owner().post(`/sandboxes/${id}/takeBack`)).body).toMatchObject({
      code: 'wrongState',
    })
    const deletingId = await createDeletedSandbox()
    expect((await owner().post(`/sandboxes/${deletingId}/takeBack`, undefined, { 'if-match': '"99"' })).status).toBe(412)
  })

  it('rejects an expired sandbox, which only an extension can restore', async () => {
    const id = await app.sandbox()
    await app.pass(168)
    expect(await app.row(id)).toMatchObject({ status: 'deleting', delete_cause: 'expired' })
    expect((await owner().post(`/sandboxes/${id}/takeBack`)).body.message).toMatch(/Request an extension, which also restores the sandbox/)
  })

  it('rejects a call after the grace period, and has a single outcome at its end', async () => {
    const lateId = await createDeletedSandbox()
    app.clock.now = (await app.row(lateId)).delete_at!
    expect((await owner().post(`/sandboxes/${lateId}/takeBack`)).body.message).toMatch(/can’t undo this/)
    for (let round = 0; round < 6; round++) {
      const id = await createDeletedSandbox()
      const end = (await app.row(id)).delete_at!.getTime()
      // The caller’s clock is slightly behind that of the replica that expires sandboxes.
      app.clock.now = new Date(end - 1)
      const expiryPass = expireSandboxes({ ...app.context, now: () => new Date(end) })
      const [response] = await Promise.all([
        owner().post(`/sandboxes/${id}/takeBack`),
        expiryPass,
        expireSandboxes({ ...app.context, now: () => new Date(end) }),
      ])
      const row = await app.row(id)
      const isAccepted = response.status === 202
      expect([row.status, row.removing_at !== null]).toEqual(isAccepted ? ['active', false] : ['deleting', true])
      expect((await app.work(id)).slice(1)).toEqual([isAccepted ? 'resume' : 'cleanUp'])
      await app.endWork()
    }
  })
})
