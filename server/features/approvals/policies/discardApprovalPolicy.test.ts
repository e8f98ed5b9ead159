import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { policies } from './policies.fixture.ts'

let app: TestApp
let the: ReturnType<typeof policies>
beforeAll(async () => {
  app = await startTestApp({ work: false })
  the = policies(app)
})
afterAll(() => app.close())

describe('discardApprovalPolicy', () => {
  it('deletes a draft, and gives its number to the next draft', async () => {
    const draft = await the.draft('accountRequest')
    expect((await the.niamh().delete(draft.path, undefined, { 'if-match': '"1"' })).status).toBe(204)
    expect(await the.row(draft.id, draft.version)).toBeUndefined()
    expect((await the.draft('accountRequest')).version).toBe(draft.version)
  })

  it('keeps a draft that was proposed before on record as rejected', async () => {
    const draft = await the.draft('accessRequest')
    await the.propose(draft.path)
    await the.niamh().post(`${draft.path}/withdraw`)
    expect((await the.niamh().delete(draft.path)).status).toBe(204)
    expect((await the.row(draft.id, draft.version))!.status).toBe('rejected')
    expect((await the.draft('accessRequest')).version).toBe(draft.version + 1)
  })

  roleSuite(
    'discardApprovalPolicy',
    () => app,
    async () => ({ path: `/approval-policies/${(await the.live('accountUpdate')).id}/versions/1` }),
  )

  it('rejects live and proposed versions, and an old revision', async () => {
    const draft = await the.draft('sandboxRequest')
    expect((await the.niamh().delete(draft.path, undefined, { 'if-match': '"4"' })).status).toBe(412)
    await the.propose(draft.path)
    expect((await the.niamh().delete(draft.path)).body.code).toBe('wrongState')
    expect((await the.niamh().delete(`/approval-policies/${draft.id}/versions/1`)).body.code).toBe('wrongState')
    expect((await the.niamh().delete(`/approval-policies/${draft.id}/versions/99`)).status).toBe(404)
  })
})
