import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { type LeaseApp, startLeaseApp } from '../leases/lease.fixture.ts'
import { inHours } from '../sandboxes/lease.ts'
import { extensionPending } from '../sandboxes/policy.ts'

let app: LeaseApp
beforeAll(async () => {
  app = await startLeaseApp()
})
afterAll(() => app.close())

const justification = 'The trial takes a few days longer.'
const owner = () => app.as(app.personId('Priya'))
const body = { hours: 48, budget: 1_000, justification }
async function createPendingExtension(id: string) {
  const { body: request } = await owner().post(`/sandboxes/${id}/extend`, { ...body, budget: 1_001 })
  const approver = await app.db
    .selectFrom('stage_approvers as s')
    .innerJoin('approvals as a', 'a.id', 's.approval_id')
    .select('s.person_id')
    .where('a.subject_id', '=', request.id)
    .executeTakeFirstOrThrow()
  const vote = { decision: 'approve', stage: 1, comment: 'Fine.' }
  return { request, approve: () => app.as(approver.person_id).post(`/sandbox-requests/${request.id}/review`, vote) }
}
const boundedFields = { terms: { approval: { mode: 'within' as const, budget: 6_000 } } }

describe('extendSandbox', () => {
  it('extends lease and budget immediately if the template allows it, without interruption', async () => {
    const id = await app.sandbox(boundedFields)
    const rowBefore = await app.row(id)
    const response = await owner().post(`/sandboxes/${id}/extend`, body)
    expect(response).toMatchObject({ status: 201, body: { kind: 'extension', status: 'approved', automatic: true, sandboxId: id } })
    expect(response.headers.location).toBe(`/sandbox-requests/${response.body.id}`)
    expect(await app.row(id)).toMatchObject({
      status: 'active',
      lease_end: inHours(rowBefore.lease_end!, 48),
      budget_limit: 6_000,
      extensions_used: 1,
    })
    expect(await app.work(id)).toEqual([])
  })

  it('requests approval above the limits, and extends when it is approved', async () => {
    const id = await app.sandbox(boundedFields)
    const { request, approve } = await createPendingExtension(id)
    expect(request).toMatchObject({ status: 'pending_approval', automatic: false })
    expect((await app.row(id)).extensions_used).toBe(0)
    const { body: visible } = await owner().get(`/sandboxes/${id}`)
    expect(visible).toMatchObject({
      extension: { id: request.id, hours: 48, budget: 1_001 },
      can: { extend: extensionPending },
    })
    expect((await approve()).status).toBe(200)
    expect(await app.row(id)).toMatchObject({ extensions_used: 1, budget_limit: 6_001 })
  })

  it('restores an expired sandbox, and resumes one that was frozen because of its budget', async () => {
    const expiredSandbox = await app.sandbox({ lease_end: inHours(app.clock.now, 1) })
    await app.pass(2)
    expect((await owner().get(`/sandboxes/${expiredSandbox}`)).body).toMatchObject({ status: 'deleting', can: { extend: true } })
    await owner().post(`/sandboxes/${expiredSandbox}/extend`, body)
    expect(await app.row(expiredSandbox)).toMatchObject({ status: 'active', lease_end: inHours(app.clock.now, 48), delete_cause: null })
    const spent = await app.sandbox({ status: 'frozen', freeze_cause: 'budget', spent: 5_000 })
    await owner().post(`/sandboxes/${spent}/extend`, { ...body, hours: 0 })
    expect(await app.row(spent)).toMatchObject({ status: 'active', budget_limit: 6_000 })
    expect(await app.work(spent)).toEqual(['resume'])
  })

  roleSuite(
    'extendSandbox',
    () => app,
    async () => ({ path: `/sandboxes/${await app.sandbox()}/extend`, body }),
  )

  it('rejects an empty extension, values above the template’s limits, too many extensions, and a deleted sandbox', async () => {
    const id = await app.sandbox()
    const requestExtension = (overrides: object, headers = {}) =>
      owner().post(`/sandboxes/${id}/extend`, { ...body, ...overrides }, headers)
    expect((await requestExtension({ hours: 0, budget: 0 })).body.message).toMatch(/Request more hours, more budget, or both/)
    expect((await requestExtension({ hours: 73 })).body).toMatchObject({
      status: 409,
      message: expect.stringMatching(/maximum per extension is 3 days/),
    })
    expect((await requestExtension({ budget: 45_001 })).body).toMatchObject({
      status: 409,
      message: expect.stringMatching(/The budget would exceed the template’s maximum/),
    })
    expect((await requestExtension({ justification: 'Because.' })).status).toBe(400)
    expect((await requestExtension({}, { 'if-match': '"4"' })).status).toBe(412)
    const responses = await Promise.all([requestExtension({}), requestExtension({})])
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409])
    expect((await requestExtension({})).body.message).toMatch(/The sandbox has had the maximum number of extensions/)
    const deletingId = await app.sandbox()
    await owner().delete(`/sandboxes/${deletingId}`)
    expect((await owner().post(`/sandboxes/${deletingId}/extend`, body)).body.message).toMatch(/Undo the deletion first/)
  })

  it('has a single outcome if a vote and a deletion are concurrent', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await app.sandbox(boundedFields)
      const { request, approve } = await createPendingExtension(id)
      const [vote, deletion] = await Promise.all([approve(), owner().delete(`/sandboxes/${id}`)])
      expect(deletion.status).toBe(202)
      expect([200, 409, 404]).toContain(vote.status)
      const [row, storedRequest] = [await app.row(id), (await owner().get(`/sandbox-requests/${request.id}`)).body]
      expect(row).toMatchObject({ status: 'deleting', extensions_used: vote.status === 200 ? 1 : 0 })
      expect(storedRequest.status === 'approved').toBe(vote.status === 200)
    }
  })
})
