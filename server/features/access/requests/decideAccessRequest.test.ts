import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { accountOf, grantOf, isIn, requestAccess } from '../assignments/access.fixture.ts'
import { clientOf } from './accessLists.fixture.ts'

let app: TestApp
let account = 0
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const submitRequest = (overrides: Parameters<typeof requestAccess>[2] = {}) => requestAccess(app, accountOf(app, account++), overrides)
const decide = (personaName: string, id: string, body: Record<string, unknown> = {}, headers = {}) =>
  clientOf(app, personaName).patch(`/account-access/access-requests/${id}`, { decision: 'approve', stage: 1, ...body }, headers)
const rowOf = (id: string) => app.db.selectFrom('access_requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const votesOf = (approvalId: string) => app.db.selectFrom('approval_decisions').selectAll().where('approval_id', '=', approvalId).execute()
const events = (subjectIds: string[]) =>
  app.db
    .selectFrom('audit_events')
    .select(['outcome', 'operation'])
    .where('subject_id', 'in', subjectIds)
    .where('operation', '=', 'decideAccessRequest')
    .execute()
async function expectUnchanged(accessRequest: Awaited<ReturnType<typeof requestAccess>>, denied = 1) {
  expect((await rowOf(accessRequest.body.id)).status).toBe('pending_approval')
  expect(await votesOf(accessRequest.approvalId)).toEqual([])
  expect(await grantOf(app, accessRequest.body.id)).toBeUndefined()
  expect((await events([accessRequest.body.id, accessRequest.approvalId])).filter(({ outcome }) => outcome === 'denied')).toHaveLength(
    denied,
  )
}

describe('decideAccessRequest', () => {
  it('approves the request and adds the person to the directory’s group once', async () => {
    const { body, group } = await submitRequest({ durationHours: 24 })
    const response = await decide('Daniel', body.id, { version: body.version, comment: 'Go ahead.' })
    expect(response).toMatchObject({ status: 200, body: { id: body.id, status: 'approved' } })
    expect(response.body.approvals[0].stages[0].decisions).toMatchObject([{ decision: 'approve', comment: 'Go ahead.' }])
    await app.drain()
    expect(await grantOf(app, body.id)).toMatchObject({ status: 'active', via: 'request' })
    expect(await isIn(app, 'Priya', group.directory_group_id!)).toBe(true)
  })

  it('rejects the request or requests changes, each with a reason', async () => {
    const rejected = await submitRequest()
    expect((await decide('Daniel', rejected.body.id, { decision: 'reject' })).body.errors).toMatchObject([{ field: 'comment' }])
    expect((await decide('Daniel', rejected.body.id, { decision: 'reject', comment: 'Not this one.' })).body.status).toBe('rejected')
    const returnedRequest = await submitRequest()
    expect((await decide('Daniel', returnedRequest.body.id, { decision: 'changes', comment: 'For how long?' })).body.status).toBe(
      'changes_requested',
    )
    expect(await grantOf(app, returnedRequest.body.id)).toBeUndefined()
  })

  it('counts votes through decideAccountApproval too', async () => {
    const { body, approvalId } = await submitRequest()
    await clientOf(app, 'Daniel').post(`/account-approvals/${approvalId}`, { decision: 'reject', stage: 1, comment: 'Not now.' })
    expect(await decide('Daniel', body.id)).toMatchObject({ status: 409, body: { code: 'alreadyDecided' } })
    expect(await votesOf(approvalId)).toHaveLength(1)
  })

  describe('other callers', () => {
    let sample: Awaited<ReturnType<typeof requestAccess>>
    beforeAll(async () => {
      sample = await submitRequest()
    })
    roleSuite(
      'decideAccessRequest',
      () => app,
      () => ({ path: `/account-access/access-requests/${sample.body.id}`, body: { decision: 'approve', stage: 1 } }),
    )

    it('denies the requester, even as owner and administrator, with either call and any session (advisories 1 and 3)', async () => {
      const ownRequest = await submitRequest({ who: 'Daniel' })
      const roleSets = [[], ['Slipway.Admin'], ['Slipway.Admin', 'Slipway.Auditor']]
      for (const roles of roleSets) {
        const response = await app
          .as(app.persona('Daniel').id, roles)
          .patch(`/account-access/access-requests/${ownRequest.body.id}`, { decision: 'approve', stage: 1 })
        expect(response).toMatchObject({ status: 401, body: { code: 'unauthorised' } })
        expect(response.headers['www-authenticate'] ?? '').not.toContain('claims')
      }
      await expectUnchanged(ownRequest, roleSets.length)
      const otherResponse = await clientOf(app, 'Daniel').post(`/account-approvals/${ownRequest.approvalId}`, {
        decision: 'approve',
        stage: 1,
      })
      expect(otherResponse).toMatchObject({ status: 403, body: { code: 'forbidden' } })
      await app.db
        .updateTable('people')
        .set({ email: 'somebody.else@example.com', user_principal_name: 'else@example.com', display_name: 'Somebody Else' })
        .where('id', '=', app.persona('Daniel').id)
        .execute()
      expect((await decide('Daniel', ownRequest.body.id)).status).toBe(401)
      expect(await votesOf(ownRequest.approvalId)).toEqual([])
    })

    it('denies a requester who joined the fallback approvers’ group', async () => {
      const { body, approvalId } = await submitRequest()
      const stage = await app.db
        .selectFrom('approval_stages')
        .select('rule')
        .where('approval_id', '=', approvalId)
        .executeTakeFirstOrThrow()
      await app.db
        .insertInto('directory_group_members')
        .values({ group_id: stage.rule.fallbackGroupId!, person_id: app.persona('Priya').id })
        .execute()
      expect((await decide('Priya', body.id)).status).toBe(401)
      expect(await votesOf(approvalId)).toEqual([])
    })

    it('denies administrators and auditors who do not own the account', async () => {
      const accessRequest = await submitRequest()
      for (const personaName of ['Niamh', 'Grace']) expect((await decide(personaName, accessRequest.body.id)).status).toBe(401)
      await expectUnchanged(accessRequest, 2)
    })

    it('rejects forged fields, nested or not (advisory 2)', async () => {
      const accessRequest = await submitRequest()
      const forgedItems = [
        { status: 'approved' },
        { approvedBy: app.persona('Margaret').id },
        { decidedAt: '2026-01-01T00:00:00Z' },
        { requesterId: app.persona('Tomasz').id },
        { roles: ['Slipway.Admin'] },
        { decision: { approve: true } },
        { comment: { text: 'x', approverId: 'x' } },
        JSON.parse('{"__proto__":{"admin":true}}'),
      ]
      for (const fields of forgedItems)
        expect([fields, (await decide('Daniel', accessRequest.body.id, fields)).status]).toEqual([fields, 400])
      await expectUnchanged(accessRequest, 0)
      for (const fields of [
        { status: 'approved' },
        { approvals: [] },
        { requesterId: app.persona('Tomasz').id },
        { id: accessRequest.body.id },
      ])
        expect(
          (
            await clientOf(app, 'Priya').post(`/accounts/${accessRequest.body.account.id}/accessRequests`, {
              groupId: accessRequest.group.id,
              justification: 'To look into what the checkout does.',
              durationHours: null,
              ...fields,
            })
          ).status,
        ).toBe(400)
    })

    it('rejects a decision on an earlier version, by version, If-Match or round (advisory 4)', async () => {
      const { body, approvalId, group } = await submitRequest({ durationHours: 8 })
      const editedResponse = await clientOf(app, 'Priya').patch(`/accounts/${body.account.id}/accessRequests/${body.id}`, {
        justification: 'Now for something quite different.',
        durationHours: 16,
      })
      expect(editedResponse.body.version).toBeGreaterThan(body.version)
      expect(await decide('Daniel', body.id, { version: body.version })).toMatchObject({ status: 412, body: { code: 'versionMismatch' } })
      expect((await decide('Daniel', body.id, {}, { 'if-match': `"${body.version}"` })).status).toBe(412)
      expect((await clientOf(app, 'Daniel').post(`/account-approvals/${approvalId}`, { decision: 'approve', stage: 1 })).status).toBe(409)
      expect((await rowOf(body.id)).status).toBe('pending_approval')
      expect((await decide('Daniel', body.id, { version: editedResponse.body.version })).status).toBe(200)
      await app.drain()
      const grant = await grantOf(app, body.id)
      expect(grant!.ends_at!.getTime() - grant!.starts_at.getTime()).toBe(16 * 3_600_000)
      expect(grant!.group_id).toBe(group.id)
    })

    it('rejects a repeated vote at the next stage unless it names that stage', async () => {
      const { body, approvalId } = await submitRequest()
      await app.db
        .insertInto('approval_stages')
        .values({
          approval_id: approvalId,
          stage: 2,
          name: 'Account owner again',
          rule: JSON.stringify({ kind: 'accountOwner' }),
          minimum: 1,
          status: 'waiting',
          opened_at: null,
          closed_at: null,
        })
        .execute()
      expect((await decide('Daniel', body.id)).body).toMatchObject({ status: 'pending_approval', waitingFor: 'Account owner again' })
      expect(await decide('Daniel', body.id)).toMatchObject({ status: 409, body: { code: 'alreadyDecided' } })
      expect(await votesOf(approvalId)).toHaveLength(1)
      expect((await decide('Daniel', body.id, { stage: 2 })).body.status).toBe('approved')
    })

    it('denies a disabled approver, and returns 404 for an unknown request', async () => {
      const accessRequest = await submitRequest()
      await app.db.updateTable('people').set({ active: false }).where('id', '=', app.persona('Daniel').id).execute()
      expect((await decide('Daniel', accessRequest.body.id)).status).toBe(401)
      await app.db.updateTable('people').set({ active: true }).where('id', '=', app.persona('Daniel').id).execute()
      expect(await votesOf(accessRequest.approvalId)).toEqual([])
      expect((await decide('Daniel', '019d0000-0000-7000-8000-000000000000')).status).toBe(404)
    })
  })
})

describe('decideAccessRequest with concurrent calls', () => {
  it('ends 50 concurrent approvals and rejections with one outcome, one event and at most one grant (advisory 6)', async () => {
    const { body, approvalId } = await submitRequest({ durationHours: 24 })
    const daniel = clientOf(app, 'Daniel')
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        n % 2
          ? daniel.patch(`/account-access/access-requests/${body.id}`, { decision: 'approve', stage: 1 })
          : daniel.post(`/account-approvals/${approvalId}`, { decision: 'reject', stage: 1, comment: 'No.' }),
      ),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 49 }, () => 409)])
    expect(await votesOf(approvalId)).toHaveLength(1)
    const winner = (await rowOf(body.id)).status
    const grants = await app.db.selectFrom('group_assignments').select('id').where('request_id', '=', body.id).execute()
    expect(grants).toHaveLength(winner === 'approved' ? 1 : 0)
  })

  it('accepts one of 50 concurrent approvals, with one grant and one audit event', async () => {
    const { body, approvalId, group } = await submitRequest({ durationHours: 24 })
    const daniel = clientOf(app, 'Daniel')
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => daniel.patch(`/account-access/access-requests/${body.id}`, { decision: 'approve', stage: 1 })),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(49)
    expect((await events([body.id, approvalId])).filter(({ outcome }) => outcome === 'allowed')).toHaveLength(1)
    await app.drain()
    expect(await app.db.selectFrom('group_assignments').select('status').where('request_id', '=', body.id).execute()).toEqual([
      { status: 'active' },
    ])
    const members = await app.context.clients.graph.listDirectMembers(group.directory_group_id!)
    expect(members.filter(({ id }) => id === app.persona('Priya').id)).toHaveLength(1)
  })

  it('grants the version that approvers read when the request is changed during its approval', async () => {
    for (let round = 0; round < 5; round++) {
      const { body } = await requestAccess(app, accountOf(app, round), { suffix: 'contributors', durationHours: 8 })
      const [editedResponse, decidedResponse] = await Promise.all([
        clientOf(app, 'Priya').patch(`/accounts/${body.account.id}/accessRequests/${body.id}`, {
          justification: 'For much longer than was read.',
          durationHours: 4_000,
        }),
        decide('Daniel', body.id, { version: body.version }),
      ])
      expect([200, 409, 412]).toContain(decidedResponse.status)
      expect([200, 409]).toContain(editedResponse.status)
      if (decidedResponse.status === 200) expect((await rowOf(body.id)).duration_hours).toBe(8)
      else expect((await rowOf(body.id)).status).toBe('pending_approval')
    }
  })
})
