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

describe('withdrawApprovalPolicy', () => {
  it('turns the version into a draft again, and closes its approval', async () => {
    const draft = await fixture.draft('accountRequest')
    const { approvalId } = (await fixture.propose(draft.path)).body
    const { status, body } = await fixture.niamh().post(`${draft.path}/withdraw`)
    expect([status, body.status]).toEqual([200, 'draft'])
    const approval = await app.db.selectFrom('approvals').select('status').where('id', '=', approvalId).executeTakeFirstOrThrow()
    expect(approval.status).toBe('cancelled')
    expect((await fixture.vote(fixture.secondAdmin(), approvalId)).body.code).toBe('alreadyDecided')
  })

  roleSuite(
    'withdrawApprovalPolicy',
    () => app,
    async () => ({ path: `/approval-policies/${(await fixture.live('accountUpdate')).id}/versions/1/withdraw` }),
  )

  it('rejects a version that is not proposed, and an old revision', async () => {
    const draft = await fixture.draft('accessRequest')
    expect((await fixture.niamh().post(`${draft.path}/withdraw`)).body.code).toBe('wrongState')
    await fixture.propose(draft.path)
    expect((await fixture.niamh().post(`${draft.path}/withdraw`, undefined, { 'if-match': '"1"' })).status).toBe(412)
  })
})
