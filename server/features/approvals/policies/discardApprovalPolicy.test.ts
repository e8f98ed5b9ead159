import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { policies } from './policies.fixture.ts'

let app: TestApp
let fixture: ReturnType<typeof policies>
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  fixture = policies(app)
})
afterAll(() => app.close())

describe('discardApprovalPolicy', () => {
  it('deletes a draft, and gives its number to the next draft', async () => {
    const draft = await fixture.draft('accountRequest')
    expect((await fixture.niamh().delete(draft.path, undefined, { 'if-match': '"1"' })).status).toBe(204)
    expect(await fixture.row(draft.id, draft.version)).toBeUndefined()
    expect((await fixture.draft('accountRequest')).version).toBe(draft.version)
  })

  it('keeps a draft that was proposed before as a rejected version', async () => {
    const draft = await fixture.draft('accessRequest')
    await fixture.propose(draft.path)
    await fixture.niamh().post(`${draft.path}/withdraw`)
    expect((await fixture.niamh().delete(draft.path)).status).toBe(204)
    expect((await fixture.row(draft.id, draft.version))!.status).toBe('rejected')
    expect((await fixture.draft('accessRequest')).version).toBe(draft.version + 1)
  })

  roleSuite(
    'discardApprovalPolicy',
    () => app,
    async () => ({ path: `/approval-policies/${(await fixture.live('accountUpdate')).id}/versions/1` }),
  )

  it('rejects live and proposed versions, and an old revision', async () => {
    const draft = await fixture.draft('sandboxRequest')
    expect((await fixture.niamh().delete(draft.path, undefined, { 'if-match': '"4"' })).status).toBe(412)
    await fixture.propose(draft.path)
    expect((await fixture.niamh().delete(draft.path)).body.code).toBe('wrongState')
    expect((await fixture.niamh().delete(`/approval-policies/${draft.id}/versions/1`)).body.code).toBe('wrongState')
    expect((await fixture.niamh().delete(`/approval-policies/${draft.id}/versions/99`)).status).toBe(404)
  })
})
