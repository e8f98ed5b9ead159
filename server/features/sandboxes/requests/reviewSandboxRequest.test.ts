import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { putPolicy } from '../../../../test/putPolicy.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { advanceApprovals } from '../../../approvals/advanceApprovals.ts'
import { missingGroup } from './createSandbox.ts'
import { approvalReason } from './evidence.ts'
import { highestBudget } from './flags.ts'
import { addTemplateWithCapacity, createPending, requestRow, review, sandboxOf, template } from './sandboxRequests.fixture.ts'

let app: TestApp
let kind: string
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  await addTemplateWithCapacity(app, 900)
  kind = await template(app)
})
afterAll(() => app.close())

const id = (givenName: string) => app.persona(givenName).id
const votesOn = (approvalId: string) => app.db.selectFrom('approval_decisions').selectAll().where('approval_id', '=', approvalId).execute()
const allowed = async (subjectId: string) =>
  (
    await app.db
      .selectFrom('audit_events')
      .select('operation')
      .where('subject_id', '=', subjectId)
      .where('operation', '=', 'reviewSandboxRequest')
      .where('outcome', '=', 'allowed')
      .execute()
  ).length
const notificationsOf = (person: string, subjectId: string) =>
  app.db.selectFrom('notifications').select('kind').where('person_id', '=', id(person)).where('subject_id', '=', subjectId).execute()

describe('reviewSandboxRequest', () => {
  it('creates the sandbox with its owners and run on approval, and notifies the requester', async () => {
    const request = await createPending(app, kind, { ownerIds: [id('Priya'), id('Daniel')] })
    const response = await review(app, 'Ravi', request.id, { decision: 'approve', stage: 1 }, { 'if-match': '"1"' })
    expect(response).toMatchObject({ status: 200, body: { status: 'approved', sandboxStatus: 'provisioning', version: 2 } })
    const sandbox = (await sandboxOf(app, request.id))!
    expect(sandbox).toMatchObject({ purpose: request.justification, status: 'provisioning', requester_id: id('Priya'), extensions_used: 0 })
    const owners = await app.db
      .selectFrom('sandbox_owners')
      .select('person_id')
      .where('sandbox_id', '=', sandbox.id)
      .orderBy('position')
      .execute()
    expect(owners.map((owner) => owner.person_id)).toEqual([id('Priya'), id('Daniel')])
    expect(await notificationsOf('Priya', request.id)).toEqual([{ kind: 'request.approved' }])
    expect(response.body.timeline).toContainEqual(
      expect.objectContaining({
        kind: 'approve',
        text: expect.stringMatching(new RegExp(`^${app.persona('Ravi').displayName} .*Manager$`)),
      }),
    )
  })

  it('keeps the template’s terms at the time of approval', async () => {
    const otherId = await template(app)
    const { body: before } = await app.as(id('Niamh')).get(`/sandbox-templates/${otherId}`)
    const request = await createPending(app, otherId)
    await app.as(id('Niamh')).patch(`/sandbox-templates/${otherId}`, { maxExtensions: 0 })
    await review(app, 'Ravi', request.id)
    expect((await sandboxOf(app, request.id))!.terms.maxExtensions).toBe(0)
    await app.as(id('Niamh')).patch(`/sandbox-templates/${otherId}`, { maxExtensions: before.maxExtensions })
    expect((await sandboxOf(app, request.id))!.terms.maxExtensions).toBe(0)
  })

  it('requires a reason to reject or request changes, and notifies the requester', async () => {
    const rejected = await createPending(app, kind)
    expect((await review(app, 'Ravi', rejected.id, { decision: 'reject' })).body.errors).toMatchObject([{ field: 'comment' }])
    expect((await review(app, 'Ravi', rejected.id, { decision: 'reject', comment: 'Not this quarter.' })).body.status).toBe('rejected')
    expect(await sandboxOf(app, rejected.id)).toBeUndefined()
    const returnedRequest = await createPending(app, kind)
    await review(app, 'Ravi', returnedRequest.id, { decision: 'requestChanges', comment: 'A smaller budget, please.' })
    expect((await requestRow(app, returnedRequest.id)).status).toBe('changes_requested')
    expect(await notificationsOf('Priya', returnedRequest.id)).toEqual([{ kind: 'request.changes_requested' }])
  })

  it('counts the same votes as the inbox', async () => {
    const request = await createPending(app, kind)
    const response = await app.as(id('Ravi')).post(`/account-approvals/${request.approvalId}`, { decision: 'approve', stage: 1 })
    expect(response).toMatchObject({ status: 200, body: { subject: { summary: { id: request.id, status: 'approved' } } } })
    expect((await review(app, 'Ravi', request.id)).body.code).toBe('alreadyDecided')
  })

  it('rejects a vote on a request that expired without a decision, and frees its name', async () => {
    const request = await createPending(app, kind)
    const laterDate = new Date(Date.now() + 15 * 86_400_000)
    await advanceApprovals({ ...app, now: () => laterDate })
    expect((await requestRow(app, request.id)).status).toBe('expired')
    expect((await review(app, 'Ravi', request.id)).body.code).toBe('alreadyDecided')
    await createPending(app, kind, { name: request.name })
  })

  it('reminds the requester of requested changes, and lets the request expire, which frees its name', async () => {
    const request = await createPending(app, kind)
    await review(app, 'Ravi', request.id, { decision: 'requestChanges', comment: 'A smaller budget, please.' })
    for (const days of [12, 15]) {
      const laterDate = new Date(Date.now() + days * 86_400_000)
      await advanceApprovals({ ...app, now: () => laterDate })
    }
    expect((await requestRow(app, request.id)).status).toBe('expired')
    expect((await notificationsOf('Priya', request.id)).map(({ kind }) => kind).sort()).toEqual([
      'answerNeeded',
      'request.changes_requested',
      'request.expired',
    ])
    await createPending(app, kind, { name: request.name })
  })

  it('shows the cost, the requester’s sandboxes and the warnings as evidence', async () => {
    const request = await createPending(app, kind, { budget: 20_000 })
    const { body } = await app.as(id('Ravi')).get(`/account-approvals/${request.approvalId}`)
    expect(body.subject.summary).toMatchObject({ id: request.id, can: { decide: true } })
    expect(body.evidence.sandbox.limit).toEqual({ amount: 20_000, currency: 'GBP' })
    expect(body.evidence.sandbox.live.length).toBeGreaterThan(0)
    expect(body.evidence.sandbox.room).toMatchObject({ total: 900 })
    expect(body.evidence.purpose).toBe(request.justification)
    expect(body.evidence.facts).toContainEqual({ label: 'Budget', value: '£200 (maximum £200)', requested: true })
    expect(body.evidence.similar.length).toBeGreaterThan(0)
    expect(body.evidence.flags.map(({ text }: { text: string }) => text)).toContain(highestBudget)
  })

  it('shows why an approval is needed among the details of the request, not among the warnings', async () => {
    const shortTemplate = await template(app, { approval: { mode: 'within', hours: 24 } })
    const request = await createPending(app, shortTemplate, { hours: 48 })
    const { decision_reasons } = await requestRow(app, request.id)
    const { evidence } = (await app.as(id('Ravi')).get(`/account-approvals/${request.approvalId}`)).body
    expect(decision_reasons).toHaveLength(1)
    expect(evidence.facts).toContainEqual({ label: approvalReason, value: decision_reasons[0] })
    expect(evidence.flags.map(({ text }: { text: string }) => text)).not.toContain(decision_reasons[0])
  })

  it.each(['approve', 'reject'] as const)('shows the reason of the policy’s rule if it decides: %s', async (decision) => {
    const restorePolicy = await putPolicy(app, 'sandboxRequest', { [decision]: [{ when: 'true', reason: 'A trial of the summer.' }] })
    const shortTemplate = await template(app, { approval: { mode: 'within', hours: 24 } })
    const { approvals } = await createPending(app, shortTemplate, { hours: 48 })
    await restorePolicy()
    const { evidence, evidenceRecorded } = (await app.as(id('Grace')).get(`/account-approvals/${approvals[0].id}`)).body
    expect(evidenceRecorded).toBe(true)
    expect(evidence.facts).toContainEqual({ label: approvalReason, value: 'A trial of the summer.' })
  })

  describe('other callers', () => {
    let sample: string
    beforeAll(async () => {
      sample = (await createPending(app, kind)).id
    })
    roleSuite(
      'reviewSandboxRequest',
      () => app,
      () => ({ path: `/sandbox-requests/${sample}/review`, body: { decision: 'approve', stage: 1 } }),
    )

    it('denies the requester, regardless of their roles (advisory 1)', async () => {
      const request = await createPending(app, kind)
      for (const roles of [[], ['Slipway.Admin']]) {
        const response = await app.as(id('Priya'), roles).post(`/sandbox-requests/${request.id}/review`, { decision: 'approve', stage: 1 })
        expect(response).toMatchObject({ status: 403, body: { code: 'forbidden' } })
      }
      expect(await votesOn(request.approvalId)).toEqual([])
    })

    it('denies administrators and auditors who aren’t approvers', async () => {
      const request = await createPending(app, kind)
      for (const person of ['Niamh', 'Grace']) expect((await review(app, person, request.id)).status).toBe(403)
      expect((await requestRow(app, request.id)).status).toBe('pending_approval')
    })

    it('denies future owners who aren’t approvers', async () => {
      const request = await createPending(app, kind, { ownerIds: [id('Priya'), id('Daniel')] })
      expect((await review(app, 'Daniel', request.id)).status).toBe(403)
    })

    it('rejects a vote on an automatic approval, even by the requester', async () => {
      const automaticTemplate = await template(app, { approval: { mode: 'automatic' } })
      const request = await createPending(app, automaticTemplate)
      expect((await review(app, 'Priya', request.id)).status).toBe(403)
      expect((await review(app, 'Niamh', request.id)).body.code).toBe('alreadyDecided')
      expect((await review(app, 'Tomasz', request.id)).status).toBe(403)
    })

    it('rejects a vote on an earlier version, and an unknown or forged vote', async () => {
      const request = await createPending(app, kind)
      expect((await review(app, 'Ravi', request.id, { decision: 'approve' }, { 'if-match': '"2"' })).status).toBe(412)
      expect((await review(app, 'Ravi', request.id, { decision: 'approve', stage: 2 })).status).toBe(409)
      expect((await review(app, 'Ravi', crypto.randomUUID())).status).toBe(404)
      expect((await review(app, 'Ravi', request.id, { decision: 'approve', approverId: id('Ravi') })).status).toBe(400)
      expect(await votesOn(request.approvalId)).toEqual([])
    })
  })

  it('rejects an approval that is no longer possible, without counting the vote', async () => {
    const otherId = await template(app)
    const request = await createPending(app, otherId, { members: [{ personId: id('Ewa'), group: 'developers' }] })
    await app.as(id('Niamh')).patch(`/sandbox-templates/${otherId}`, { groups: [{ suffix: 'owners', role: 'Owner' }] })
    expect((await review(app, 'Ravi', request.id)).body).toMatchObject({
      code: 'conflict',
      message: missingGroup('developers'),
    })
    expect(await votesOn(request.approvalId)).toEqual([])
    expect(await sandboxOf(app, request.id)).toBeUndefined()
    expect((await review(app, 'Ravi', request.id, { decision: 'requestChanges', comment: 'The groups changed.' })).status).toBe(200)
  })

  it('omits owners who left before the approval, and rejects an approval that leaves no owner', async () => {
    const missingId = (await app.db.selectFrom('people').select('id').where('active', '=', false).executeTakeFirstOrThrow()).id
    const owners = async (requestId: string, ownerIds: string[]) => {
      const { details } = await requestRow(app, requestId)
      await app.db
        .updateTable('sandbox_requests')
        .set({ details: JSON.stringify({ ...details, ownerIds }) })
        .where('id', '=', requestId)
        .execute()
    }
    const request = await createPending(app, kind)
    await owners(request.id, [missingId, id('Priya')])
    expect((await review(app, 'Ravi', request.id)).status).toBe(200)
    const sandbox = (await sandboxOf(app, request.id))!
    expect(await app.db.selectFrom('sandbox_owners').select('person_id').where('sandbox_id', '=', sandbox.id).execute()).toEqual([
      { person_id: id('Priya') },
    ])
    const unstaffedRequest = await createPending(app, kind)
    await owners(unstaffedRequest.id, [missingId])
    expect((await review(app, 'Ravi', unstaffedRequest.id)).body).toMatchObject({
      code: 'conflict',
    })
    expect((await requestRow(app, unstaffedRequest.id)).status).toBe('pending_approval')
  })

  it('ends 50 concurrent approvals and rejections with one outcome, one vote and at most one sandbox', async () => {
    const request = await createPending(app, kind)
    const ravi = app.as(id('Ravi'))
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        index % 2
          ? ravi.post(`/sandbox-requests/${request.id}/review`, { decision: 'reject', stage: 1, comment: 'Not now.' })
          : ravi.post(`/sandbox-requests/${request.id}/review`, { decision: 'approve', stage: 1 }),
      ),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(49)
    const [vote, ...otherVotes] = await votesOn(request.approvalId)
    expect(otherVotes).toEqual([])
    const { status } = await requestRow(app, request.id)
    expect(status).toBe(vote!.decision === 'approve' ? 'approved' : 'rejected')
    expect((await sandboxOf(app, request.id)) !== undefined).toBe(status === 'approved')
    expect(await allowed(request.id)).toBe(1)
  })
})
