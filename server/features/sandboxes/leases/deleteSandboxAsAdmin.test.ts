import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { type LeaseApp, startLeaseApp } from './lease.fixture.ts'

let app: LeaseApp
beforeAll(async () => {
  app = await startLeaseApp()
})
afterAll(() => app.close())

const admin = () => app.as(app.personId('Niamh'))
const owner = () => app.as(app.personId('Priya'))

describe('deleteSandboxAsAdmin', () => {
  it('starts the grace period, notifies the owners, and lets only administrators undo the deletion', async () => {
    const id = await app.sandbox()
    const response = await admin().delete(`/sandboxes/admin/${id}`)
    expect(response).toMatchObject({
      status: 202,
      body: { status: 'deleting', deletion: { cause: 'admin' }, can: { undoDeletion: true } },
    })
    expect(await app.notifications(id)).toMatchObject([{ person_id: app.personId('Priya'), body: expect.stringContaining('Deleted by') }])
    expect((await owner().get(`/sandboxes/${id}`)).body.can.undoDeletion).toEqual(expect.any(String))
    expect((await owner().post(`/sandboxes/${id}/takeBack`)).status).toBe(403)
    expect((await admin().post(`/sandboxes/${id}/takeBack`)).body).toMatchObject({ status: 'active', deletion: null })
  })

  roleSuite(
    'deleteSandboxAsAdmin',
    () => app,
    async () => ({ path: `/sandboxes/admin/${await app.sandbox()}` }),
  )

  it('denies owners of the sandbox, who must use deleteSandbox', async () => {
    const id = await app.sandbox()
    expect(await owner().delete(`/sandboxes/admin/${id}`)).toMatchObject({ status: 401, body: { code: 'unauthorised' } })
    expect((await app.row(id)).status).toBe('active')
  })

  it('rejects a deleted, quarantined or changed sandbox, and returns 404 for an unknown one', async () => {
    const deletedId = await app.sandbox({ status: 'deleted', deleted_at: app.clock.now })
    expect((await admin().delete(`/sandboxes/admin/${deletedId}`)).body).toMatchObject({
      code: 'wrongState',
      message: expect.stringMatching(/deleted/),
    })
    const quarantinedSandbox = await app.sandbox({ status: 'quarantined' })
    expect((await admin().delete(`/sandboxes/admin/${quarantinedSandbox}`)).status).toBe(409)
    const id = await app.sandbox()
    expect((await admin().delete(`/sandboxes/admin/${id}`, undefined, { 'if-match': '"9"' })).status).toBe(412)
    expect((await admin().delete(`/sandboxes/admin/${crypto.randomUUID()}`)).status).toBe(404)
  })
})
