import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { addTemplateWithCapacity, createPending, sandboxOf, template } from '../requests/sandboxRequests.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const remove = (id: string, headers?: Record<string, string>) =>
  app.as(app.persona('Niamh').id).delete(`/sandbox-hosts/${id}`, undefined, headers)

describe('deleteSandboxHost', () => {
  it('deletes a host that never had a sandbox', async () => {
    const id = await addTemplateWithCapacity(app, 2)
    expect((await remove(id)).status).toBe(204)
    expect((await remove(id)).status).toBe(404)
  })

  describe('other callers', () => {
    let sample: string
    beforeAll(async () => {
      sample = await addTemplateWithCapacity(app, 2)
    })
    roleSuite(
      'deleteSandboxHost',
      () => app,
      () => ({ path: `/sandbox-hosts/${sample}` }),
    )

    it('returns 412 for an old version', async () => {
      expect((await remove(sample, { 'if-match': '"2"' })).status).toBe(412)
    })
  })

  it('rejects a host with a sandbox, even after the sandbox is deleted', async () => {
    const id = await addTemplateWithCapacity(app, 2)
    const { id: request } = await createPending(app, await template(app, { approval: { mode: 'automatic' } }))
    expect((await remove(id)).body).toMatchObject({
      code: 'stillInUse',
      message: expect.stringContaining(' 1 '),
    })
    const sandbox = (await sandboxOf(app, request))!
    for (const overrides of [
      { status: 'failed' as const },
      { status: 'deleting' as const, delete_requested_at: new Date(), delete_at: new Date(), delete_cause: 'admin' as const },
      { status: 'deleted' as const, deleted_at: new Date() },
    ])
      await app.db.updateTable('sandboxes').set(overrides).where('id', '=', sandbox.id).execute()
    expect((await remove(id)).body.code).toBe('stillInUse')
  })
})
