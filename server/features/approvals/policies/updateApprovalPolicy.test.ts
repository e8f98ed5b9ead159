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

describe('updateApprovalPolicy', () => {
  it('changes only the fields that are sent', async () => {
    const draft = await fixture.draft('accountRequest')
    const { body, headers } = await fixture.niamh().patch(draft.path, { name: ' Accounts ', changeNote: 'Shorter.' }, { 'if-match': '"1"' })
    expect(headers['etag']).toBe('"2"')
    expect(body).toMatchObject({ name: 'Accounts', changeNote: 'Shorter.', revision: 2, document: { ...draft.document, name: 'Accounts' } })
  })

  roleSuite(
    'updateApprovalPolicy',
    () => app,
    async () => ({ path: `/approval-policies/${(await fixture.live('accountRequest')).id}/versions/1`, body: { name: 'Mine' } }),
  )

  it('rejects an old revision, and versions that are live, proposed or unknown', async () => {
    const draft = await fixture.draft('accessRequest')
    expect((await fixture.niamh().patch(draft.path, { name: 'x' }, { 'if-match': '"7"' })).status).toBe(412)
    expect((await fixture.niamh().patch(`/approval-policies/${draft.id}/versions/1`, { name: 'x' })).body.code).toBe('wrongState')
    await fixture.propose(draft.path)
    expect((await fixture.niamh().patch(draft.path, { stages: [] })).body.code).toBe('wrongState')
    expect((await fixture.niamh().patch(`/approval-policies/${draft.id}/versions/99`, { name: 'x' })).status).toBe(404)
    expect((await fixture.row(draft.id, draft.version))!.stages).toEqual(draft.document.stages)
  })

  it('can’t change the rules of a published version, even in the database', async () => {
    const { id } = await fixture.live('sandboxRequest')
    const update = app.db.updateTable('approval_policies').set({ stages: '[]' }).where('id', '=', id).where('version', '=', 1).execute()
    await expect(update).rejects.toMatchObject({ code: '23514', constraint: 'approval_policy_fixed' })
  })
})
