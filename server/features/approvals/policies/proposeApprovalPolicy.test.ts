import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { systemActionsOf } from '../../../../test/systemActionsOf.ts'
import { ownRequestMessage } from '../../../approvals/policy.ts'
import { describeStage } from './labels.ts'
import { policies } from './policies.fixture.ts'
import type { PolicyStage } from './schemas.ts'

let app: TestApp
let fixture: ReturnType<typeof policies>
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  fixture = policies(app)
})
afterAll(() => app.close())

const production = {
  name: 'Security',
  rule: { kind: 'role', role: 'Slipway.Admin' } as const,
  minimum: 1,
  when: 'target.environment == "production"',
}
const notificationsOf = async (personId: string, kind: string) =>
  (await app.db.selectFrom('notifications').select('title').where('person_id', '=', personId).where('kind', '=', kind).execute()).map(
    ({ title }) => title,
  )

describe('proposeApprovalPolicy', () => {
  it('makes the draft live once another administrator approves it, and keeps pending requests on their version', async () => {
    const policyBefore = await fixture.live('accessRequest')
    const draft = await fixture.draft('accessRequest', { stages: [...policyBefore.stages, production] })
    const proposedResponse = await fixture.propose(draft.path)
    expect([proposedResponse.status, proposedResponse.headers['etag']]).toEqual([200, '"2"'])
    expect(proposedResponse.body).toMatchObject({
      status: 'proposed',
      changeNote: 'The board asked for it.',
      basedOn: policyBefore.version,
    })
    const { approvalId } = proposedResponse.body
    const inbox = (await fixture.secondAdmin().get(`/account-approvals/${approvalId}`)).body
    expect(inbox).toMatchObject({ subjectKind: 'policyChange', can: { decide: true } })
    expect(inbox.subject.summary).toMatchObject({
      name: 'Access to accounts',
      kind: 'accessRequest',
      fromVersion: policyBefore.version,
      toVersion: draft.version,
    })
    expect(inbox.subject.summary.lines).toMatchObject([{ change: 'added', part: expect.stringContaining('“Security”'), before: null }])
    expect(inbox.subject.summary.lines[0].after).toContain(describeStage(production as PolicyStage, new Map()))
    expect((await fixture.row(draft.id, draft.version))!.active).toBe(false)

    expect((await fixture.vote(fixture.secondAdmin(), approvalId)).status).toBe(200)
    expect(await fixture.live('accessRequest')).toMatchObject({ version: draft.version, status: 'live' })
    expect(await fixture.row(policyBefore.id, policyBefore.version)).toMatchObject({ status: 'replaced', active: false })
    expect(await systemActionsOf(app, draft.id)).toEqual([
      ['policySuperseded', 'call'],
      ['policyWentLive', 'call'],
    ])
    expect(await notificationsOf(app.persona('Niamh').id, 'policyChange.approved')).toEqual([
      expect.stringMatching(new RegExp(`${draft.version} .*“Access to accounts”`)),
    ])
  })

  it('records the draft and the proposal with the version that they change', async () => {
    const { version, stages, description } = await fixture.live('accountRequest')
    const draft = await fixture.draft('accountRequest', { stages: [...stages, production] })
    expect((await fixture.propose(draft.path)).status).toBe(200)
    const events = await app.db
      .selectFrom('audit_events')
      .select(['operation', 'before', 'after'])
      .where('subject_id', '=', draft.id)
      .where('operation', 'in', ['draftApprovalPolicy', 'proposeApprovalPolicy'])
      .orderBy('id')
      .execute()
    const [before, after] = [
      { version, stages, description },
      { version: draft.version, stages: [...stages, production], description },
    ]
    expect(events).toMatchObject([
      { operation: 'draftApprovalPolicy', before, after },
      { operation: 'proposeApprovalPolicy', before: { status: 'draft', ...before }, after: { status: 'proposed', ...after } },
    ])
  })

  it('turns the version into a draft again after requested changes, and keeps it after a rejection', async () => {
    const draft = await fixture.draft('sandboxRequest', { description: 'Sandboxes are for everybody.' })
    const firstResponse = await fixture.propose(draft.path)
    await fixture.vote(fixture.secondAdmin(), firstResponse.body.approvalId, 'requestChanges', 'Say for whom.')
    expect(await fixture.row(draft.id, draft.version)).toMatchObject({ status: 'draft', active: false })
    const secondResponse = await fixture.propose(draft.path)
    expect(secondResponse.body.approvalId).not.toBe(firstResponse.body.approvalId)
    await fixture.vote(fixture.secondAdmin(), secondResponse.body.approvalId, 'reject', 'No.')
    expect(await fixture.row(draft.id, draft.version)).toMatchObject({ status: 'rejected', active: false })
    expect((await fixture.live('sandboxRequest')).version).toBe(1)
  })

  roleSuite(
    'proposeApprovalPolicy',
    () => app,
    async () => ({
      path: `/approval-policies/${(await fixture.live('sandboxRequest')).id}/versions/1/propose`,
      body: { changeNote: 'Mine' },
    }),
  )

  it('denies the vote of the proposer, even as an administrator', async () => {
    const draft = await fixture.draft('pimActivation', { description: 'As Azure has it.' })
    const { body } = await fixture.propose(draft.path)
    const vote = await fixture.vote(fixture.niamh(), body.approvalId)
    expect([vote.status, vote.body.message]).toEqual([403, ownRequestMessage])
    expect((await fixture.row(draft.id, draft.version))!.status).toBe('proposed')
  })

  it('rejects a draft without changes, until it has one', async () => {
    const draft = await fixture.draft('sandboxAccessRequest', {})
    expect(draft).toMatchObject({ diff: [], can: { propose: expect.any(String) } })
    expect((await fixture.propose(draft.path)).body.code).toBe('wrongState')
    expect((await fixture.row(draft.id, draft.version))!.status).toBe('draft')
    const changed = await fixture.niamh().patch(draft.path, { description: 'Owners let people in.' })
    expect(changed.body.can.propose).toBe(true)
    expect((await fixture.propose(draft.path)).status).toBe(200)
  })

  it('rejects a version with problems, a missing reason, an old revision, and a version that isn’t a draft', async () => {
    const draft = await fixture.draft('accountUpdate', { reject: [{ when: 'target.nam == "x"', reason: 'Because of it.' }] })
    expect((await fixture.niamh().post(`${draft.path}/propose`, {})).body.errors).toMatchObject([{ field: 'changeNote' }])
    const response = await fixture.propose(draft.path)
    expect([response.status, response.body.errors]).toEqual([
      400,
      [{ field: 'reject.0.when', message: 'At character 8: No such key: nam.' }],
    ])
    expect((await fixture.niamh().post(`${draft.path}/propose`, { changeNote: 'Now' }, { 'if-match': '"9"' })).status).toBe(412)
    expect((await fixture.propose(`/approval-policies/${draft.id}/versions/1`)).body.code).toBe('wrongState')
    expect((await fixture.propose(`/approval-policies/${draft.id}/versions/99`)).status).toBe(404)
    expect((await fixture.row(draft.id, draft.version))!.status).toBe('draft')
  })
})
