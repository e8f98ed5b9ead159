import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { addTemplateWithCapacity, createPending, template } from '../requests/sandboxRequests.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  await addTemplateWithCapacity(app, 900)
})
afterAll(() => app.close())

const remove = (id: string, headers?: Record<string, string>) =>
  app.as(app.persona('Niamh').id).delete(`/sandbox-templates/${id}`, undefined, headers)
const exists = async (id: string) =>
  (await app.db.selectFrom('sandbox_templates').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

describe('deleteSandboxTemplate', () => {
  it('deletes a template that was never requested', async () => {
    const id = await template(app)
    expect((await remove(id, { 'if-match': '"1"' })).status).toBe(204)
    expect(await exists(id)).toBe(false)
    expect((await remove(id)).status).toBe(404)
  })

  describe('other callers', () => {
    let sample: string
    beforeAll(async () => {
      sample = await template(app)
    })
    roleSuite(
      'deleteSandboxTemplate',
      () => app,
      () => ({ path: `/sandbox-templates/${sample}` }),
    )

    it('returns 412 for an old version', async () => {
      expect((await remove(sample, { 'if-match': '"9"' })).status).toBe(412)
      expect(await exists(sample)).toBe(true)
    })
  })

  it('rejects a template that was requested, and suggests disabling it', async () => {
    const id = await template(app)
    await createPending(app, id)
    expect((await remove(id)).body).toMatchObject({
      code: 'stillInUse',
      message: expect.stringContaining(' 1 '),
    })
    expect(await exists(id)).toBe(true)
  })
})
