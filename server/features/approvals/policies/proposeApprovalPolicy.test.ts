import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { systemActionsOf } from '../../../../test/systemActionsOf.ts'
import { ownRequest } from '../../../approvals/policy.ts'
import { policies } from './policies.fixture.ts'

let app: TestApp
let the: ReturnType<typeof policies>
beforeAll(async () => {
  app = await startTestApp({ work: false })
  the = policies(app)
})
afterAll(() => app.close())

const production = {
  name: 'Security',
  rule: { kind: 'role', role: 'Slipway.Admin' },
  minimum: 1,
  when: 'target.environment == "production"',
}
const notificationsOf = async (personId: string, kind: string) =>
  (await app.db.selectFrom('notifications').select('title').where('person_id', '=', personId).where('kind', '=', kind).execute()).map(
    ({ title }) => title,
  )

describe('proposeApprovalPolicy', () => {
  it('goes live when another administrator approves it, and pending requests keep their version', async () => {
    const before = await the.live('accessRequest')
    const draft = await the.draft('accessRequest', { stages: [...before.stages, production] })
    const proposed = await the.propose(draft.path)
    expect([proposed.status, proposed.headers['etag']]).toEqual([200, '"2"'])
    expect(proposed.body).toMatchObject({ status: 'proposed', changeNote: 'The board asked for it.', basedOn: before.version })
    const { approvalId } = proposed.body
    const inbox = (await the.secondAdmin().get(`/account-approvals/${approvalId}`)).body
    expect(inbox).toMatchObject({ subjectKind: 'policyChange', can: { decide: true } })
    expect(inbox.subject.summary).toMatchObject({
      name: 'Access to accounts',
      kind: 'accessRequest',
      fromVersion: before.version,
      toVersion: draft.version,
    })
    expect(inbox.subject.summary.lines).toMatchObject([{ what: 'added', place: 'Stage “Security”', before: null }])
    expect(inbox.subject.summary.lines[0].after).toContain('If the environment is production: an administrator must approve.')
    expect((await the.row(draft.id, draft.version))!.active).toBe(false)

    expect((await the.vote(the.secondAdmin(), approvalId)).status).toBe(200)
    expect(await the.live('accessRequest')).toMatchObject({ version: draft.version, status: 'live' })
    expect(await the.row(before.id, before.version)).toMatchObject({ status: 'replaced', active: false })
    expect(await systemActionsOf(app, draft.id)).toEqual([
      ['policySuperseded', 'call'],
      ['policyWentLive', 'call'],
    ])
    expect(await notificationsOf(app.persona('Niamh').id, 'policyChange.approved')).toEqual([
      `Version ${draft.version} of “Access to accounts” was approved and is live`,
    ])
  })

  it('becomes a draft again after requested changes, and stays on record after a rejection', async () => {
    const draft = await the.draft('sandboxRequest', { description: 'Sandboxes are for everybody.' })
    const first = await the.propose(draft.path)
    await the.vote(the.secondAdmin(), first.body.approvalId, 'requestChanges', 'Say for whom.')
    expect(await the.row(draft.id, draft.version)).toMatchObject({ status: 'draft', active: false })
    const second = await the.propose(draft.path)
    expect(second.body.approvalId).not.toBe(first.body.approvalId)
    await the.vote(the.secondAdmin(), second.body.approvalId, 'reject', 'No.')
    expect(await the.row(draft.id, draft.version)).toMatchObject({ status: 'rejected', active: false })
    expect((await the.live('sandboxRequest')).version).toBe(1)
  })

  roleSuite(
    'proposeApprovalPolicy',
    () => app,
    async () => ({ path: `/approval-policies/${(await the.live('sandboxRequest')).id}/versions/1/propose`, body: { changeNote: 'Mine' } }),
  )

  it('denies the vote of the proposer, administrator or not', async () => {
    const draft = await the.draft('pimActivation', { description: 'As Azure has it.' })
    const { body } = await the.propose(draft.path)
    const vote = await the.vote(the.niamh(), body.approvalId)
    expect([vote.status, vote.body.message]).toEqual([403, ownRequest])
    expect((await the.row(draft.id, draft.version))!.status).toBe('proposed')
  })

  it('rejects a problem, a missing reason, an old revision, and a version that is no draft', async () => {
    const draft = await the.draft('accountUpdate', { reject: [{ when: 'target.nam == "x"', because: 'Because of it.' }] })
    expect((await the.niamh().post(`${draft.path}/propose`, {})).body.errors).toMatchObject([{ field: 'changeNote' }])
    const answer = await the.propose(draft.path)
    expect([answer.status, answer.body.errors]).toEqual([400, [{ field: 'reject.0.when', message: 'At character 8: No such key: nam.' }]])
    expect((await the.niamh().post(`${draft.path}/propose`, { changeNote: 'Now' }, { 'if-match': '"9"' })).status).toBe(412)
    expect((await the.propose(`/approval-policies/${draft.id}/versions/1`)).body.code).toBe('wrongState')
    expect((await the.propose(`/approval-policies/${draft.id}/versions/99`)).status).toBe(404)
    expect((await the.row(draft.id, draft.version))!.status).toBe('draft')
  })
})
