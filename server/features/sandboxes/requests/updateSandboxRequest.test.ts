import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { makeSandbox } from '../sandboxes/sandboxes.fixture.ts'
import { addTemplateWithCapacity, createPending, requestBody, requestRow, review, sandboxOf, template } from './sandboxRequests.fixture.ts'

let app: TestApp
let kind: string
let within: string
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  await addTemplateWithCapacity(app, 900)
  kind = await template(app)
  within = await template(app, { approval: { mode: 'within', budget: 1_000 } })
})
afterAll(() => app.close())

const id = (givenName: string) => app.persona(givenName).id
const updateRequest = (requestId: string, body: object, personaName = 'Priya', headers?: Record<string, string>) =>
  app.as(id(personaName)).patch(`/sandbox-requests/${requestId}`, body, headers)
const statusesOf = (body: { approvals: { status: string }[] }) => body.approvals.map(({ status }) => status)

describe('updateSandboxRequest', () => {
  it('discards earlier votes, so that approvers vote on the version they read', async () => {
    const request = await createPending(app, kind)
    const response = await updateRequest(request.id, { hours: 96, justification: 'A week was too long after all.' })
    expect(response).toMatchObject({ status: 200, body: { status: 'pending_approval', hours: 96, region: 'uksouth', version: 2 } })
    expect(statusesOf(response.body)).toEqual(['cancelled', 'pending'])
    const oldResponse = await app.as(id('Ravi')).post(`/account-approvals/${request.approvalId}`, { decision: 'approve', stage: 1 })
    expect(oldResponse.body.code).toBe('alreadyDecided')
    expect((await review(app, 'Ravi', request.id)).status).toBe(200)
    expect(await sandboxOf(app, request.id)).toMatchObject({ lease_hours: 96, purpose: 'A week was too long after all.' })
  })

  it('resubmits a request after requested changes', async () => {
    const request = await createPending(app, kind)
    await review(app, 'Ravi', request.id, { decision: 'requestChanges', comment: 'Cheaper, please.' })
    const response = await updateRequest(request.id, { budget: 1_000 })
    // The number of the requester's sandboxes changes without the request.
    await makeSandbox(app.db, { name: 'since-the-first-round', owners: [id('Priya')] })
    expect(response.body).toMatchObject({ status: 'pending_approval', budget: { amount: 1_000 } })
    expect(statusesOf(response.body)).toEqual(['changes_requested', 'pending'])
    const { previousRound } = (await app.as(id('Ravi')).get(`/account-approvals/${response.body.approvals[1].id}`)).body
    expect(previousRound.votes).toMatchObject([{ decision: 'requestChanges', comment: 'Cheaper, please.' }])
    expect(previousRound.changes).toEqual([
      { label: expect.any(String), before: expect.stringContaining('£'), after: expect.stringContaining('£10 ') },
    ])
  })

  it('records each edit before a decision, for the approver and in the timeline', async () => {
    const request = await createPending(app, kind)
    await updateRequest(request.id, { budget: 5_000, name: `${request.name}-two` })
    const { body } = await updateRequest(request.id, { budget: 6_000, ownerIds: [id('Priya'), id('Daniel')] })
    const { previousRound } = (await app.as(id('Ravi')).get(`/account-approvals/${body.approvals.at(-1).id}`)).body
    const shown = (changes: { label: string; before: string; after: string }[]) =>
      Object.fromEntries(changes.map(({ label, before, after }) => [label, [before, after]]))
    const money = (amount: string) => expect.stringContaining(amount)
    const name = [request.name, `${request.name}-two`]
    const owners = [money('Priya'), money('Daniel')]
    expect(previousRound.votes).toEqual([])
    expect(Object.values(shown(previousRound.changes))).toEqual(expect.arrayContaining([name, owners, [money('£40'), money('£60')]]))
    for (const reader of ['Priya', 'Ravi']) {
      const { timeline } = (await app.as(id(reader)).get(`/sandbox-requests/${request.id}`)).body
      const edits = timeline.flatMap(({ changes }: { changes?: never[] }) => (changes ? [Object.values(shown(changes))] : []))
      expect(edits).toHaveLength(2)
      expect(edits[0]).toEqual(expect.arrayContaining([name, [money('£40'), money('£50')]]))
      expect(edits[1]).toEqual(expect.arrayContaining([owners, [money('£50'), money('£60')]]))
    }
    const recorded = await app.db
      .selectFrom('approval_evidence as e')
      .innerJoin('approvals as a', 'a.id', 'e.approval_id')
      .select('a.status')
      .where('a.subject_id', '=', request.id)
      .execute()
    expect(recorded.map(({ status }) => status)).toEqual(['cancelled', 'cancelled'])
  })

  it('approves a request automatically when the change brings it within the limits', async () => {
    const request = await createPending(app, within)
    expect(request.decisionReasons).toEqual([expect.stringContaining('£10')])
    const response = await updateRequest(request.id, { budget: 1_000 })
    expect(response.body).toMatchObject({ status: 'approved', automatic: true, sandboxStatus: 'provisioning' })
    expect(statusesOf(response.body)).toEqual(['cancelled', 'approved'])
    expect((await review(app, 'Ravi', request.id)).body.code).toBe('alreadyDecided')
  })

  it('accepts the request’s own name, and a different template', async () => {
    const request = await createPending(app, kind)
    expect((await updateRequest(request.id, { name: request.name, templateId: within })).body.template.id).toBe(within)
  })

  describe('other callers', () => {
    let sample: string
    beforeAll(async () => {
      sample = (await createPending(app, kind)).id
    })
    roleSuite(
      'updateSandboxRequest',
      () => app,
      () => ({ path: `/sandbox-requests/${sample}`, body: { hours: 48 } }),
    )

    it('denies everyone but the requester, including approvers, future owners and administrators', async () => {
      const request = await createPending(app, kind, { ownerIds: [id('Priya'), id('Daniel')] })
      for (const person of ['Ravi', 'Daniel', 'Niamh', 'Grace'])
        expect((await updateRequest(request.id, { hours: 1 }, person)).status).toBe(404)
      expect((await requestRow(app, request.id)).details.hours).toBe(72)
    })

    it('rejects exceeded limits, unknown fields, an old version, and a decided request', async () => {
      const request = await createPending(app, kind)
      expect(
        (await updateRequest(request.id, { hours: 337, budget: 99 })).body.errors.map(({ field }: { field: string }) => field),
      ).toEqual(['hours', 'budget'])
      expect((await updateRequest(request.id, { status: 'approved' })).status).toBe(400)
      expect((await updateRequest(request.id, {})).status).toBe(400)
      expect((await updateRequest(request.id, { hours: 48 }, 'Priya', { 'if-match': '"7"' })).status).toBe(412)
      await review(app, 'Ravi', request.id)
      expect((await updateRequest(request.id, { hours: 48 })).body.code).toBe('wrongState')
    })

    it('rejects a name in use, and a hidden template', async () => {
      const [firstRequest, otherRequest] = [await createPending(app, kind), await createPending(app, kind)]
      expect((await updateRequest(firstRequest.id, { name: otherRequest.name })).body.code).toBe('nameTaken')
      const hiddenTemplate = await template(app, { visibility: 'hidden' })
      expect((await updateRequest(firstRequest.id, { templateId: hiddenTemplate })).status).toBe(404)
    })
  })

  it('rejects the later one of a concurrent vote and change, so that no unread version is approved', async () => {
    for (let round = 0; round < 5; round++) {
      const request = await createPending(app, kind)
      const [vote, edit] = await Promise.all([
        review(app, 'Ravi', request.id, { decision: 'approve', stage: 1 }, { 'if-match': '"1"' }),
        updateRequest(request.id, requestBody(app, kind, { budget: 20_000 })),
      ])
      expect([vote.status, edit.status].filter((status) => status === 200)).toHaveLength(1)
      const sandbox = await sandboxOf(app, request.id)
      expect(sandbox?.budget_limit).toBe(vote.status === 200 ? 4_000 : undefined)
    }
  })
})
