import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { describeCondition } from '../../../approvals/describeCondition.ts'
import { policies } from './policies.fixture.ts'

let app: TestApp
let fixture: ReturnType<typeof policies>
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  fixture = policies(app)
})
afterAll(() => app.close())

describe('testApprovalPolicy', () => {
  const reason = 'Small ones are fine.'
  const document = {
    reject: [{ when: 'request.privileged && request.hours == 0.0', reason: 'Never permanently.' }],
    approve: [{ when: 'request.hours <= 8.0 && request.hours > 0.0', reason }],
  }

  it('returns the outcome for entered facts, and the rule that decides', async () => {
    const { path } = await fixture.draft('accessRequest', document)
    const test = async (request: object) => (await fixture.niamh().post(`${path}/test`, { facts: { request } })).body
    expect(await test({ hours: 4 })).toMatchObject({
      outcome: 'approved',
      reason,
      matched: [{ path: 'approve.0', reading: describeCondition(document.approve[0]!.when) }],
    })
    expect(await test({ privileged: true })).toMatchObject({ outcome: 'rejected', reason: 'Never permanently.' })
    expect(await test({ hours: 100 })).toMatchObject({ outcome: 'stages', reason: null, stages: [{ name: 'Account owner', people: [] }] })
  })

  it('evaluates a past request, and returns the people who could decide', async () => {
    const { path } = await fixture.draft('accountRequest', document)
    const pastApprovals = await app.db
      .updateTable('approvals')
      .set({
        facts: JSON.stringify({ request: { hours: 0, privileged: false }, target: { environment: 'test' }, requester: {}, risk: {} }),
      })
      .where('subject_kind', '=', 'accountRequest')
      .where('status', '=', 'approved')
      .returning('id')
      .execute()
    const { body } = await fixture
      .niamh()
      .post(`${path}/test`, { approvalId: pastApprovals[0]!.id, facts: { request: { restrictedItems: false } } })
    expect(body).toMatchObject({ outcome: 'stages', stages: [{ name: 'Family owner' }, { name: 'Tower lead' }] })
    expect(body.stages[0].people.length).toBeGreaterThan(0)
  })

  roleSuite(
    'testApprovalPolicy',
    () => app,
    async () => ({ path: `/approval-policies/${(await fixture.live('accountRequest')).id}/versions/1/test`, body: {} }),
  )

  it('rejects unknown requests, versions and facts', async () => {
    const { id } = await fixture.live('accountRequest')
    const path = `/approval-policies/${id}/versions/1/test`
    expect((await fixture.niamh().post(path, { approvalId: uuidv7() })).status).toBe(404)
    expect((await fixture.niamh().post(`/approval-policies/${id}/versions/99/test`, {})).status).toBe(404)
    expect((await fixture.niamh().post(path, { facts: { request: { colour: 'red' } } })).status).toBe(400)
  })
})
