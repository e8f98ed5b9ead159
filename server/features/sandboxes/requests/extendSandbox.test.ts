import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { type LeaseApp, startLeaseApp } from '../leases/lease.fixture.ts'
import { inHours } from '../sandboxes/lease.ts'

let app: LeaseApp
beforeAll(async () => {
  app = await startLeaseApp()
})
afterAll(() => app.close())

const justification = 'The trial takes a few days longer.'
const owner = () => app.as(app.personId('Priya'))
const body = { hours: 48, budget: 1_000, justification }
async function waiting(id: string) {
  const { body: request } = await owner().post(`/sandboxes/${id}/extend`, { ...body, budget: 1_001 })
  const decider = await app.db
    .selectFrom('stage_approvers as s')
    .innerJoin('approvals as a', 'a.id', 's.approval_id')
    .select('s.person_id')
    .where('a.subject_id', '=', request.id)
    .executeTakeFirstOrThrow()
  const vote = { decision: 'approve', stage: 1, comment: 'Fine.' }
  return { request, approve: () => app.as(decider.person_id).post(`/sandbox-requests/${request.id}/review`, vote) }
}
const bounded = { terms: { approval: { mode: 'within' as const, budget: 6_000 } } }

describe('extendSandbox', () => {
  it('extends lease and budget immediately where the template allows, without interruption', async () => {
    const id = await app.sandbox(bounded)
    const before = await app.row(id)
    const answer = await owner().post(`/sandboxes/${id}/extend`, body)
    expect(answer).toMatchObject({ status: 201, body: { kind: 'extension', status: 'approved', automatic: true, sandboxId: id } })
    expect(answer.headers.location).toBe(`/sandbox-requests/${answer.body.id}`)
    expect(await app.row(id)).toMatchObject({
      status: 'active',
      lease_end: inHours(before.lease_end!, 48),
      budget_limit: 6_000,
      extensions_used: 1,
    })
    expect(await app.work(id)).toEqual([])
  })

  it('asks for approval beyond that, and extends when it is approved', async () => {
    const id = await app.sandbox(bounded)
    const { request, approve } = await waiting(id)
    expect(request).toMatchObject({ status: 'pending_approval', automatic: false })
    expect((await app.row(id)).extensions_used).toBe(0)
    const { body: shown } = await owner().get(`/sandboxes/${id}`)
    expect(shown).toMatchObject({
      extension: { id: request.id, hours: 48, budget: 1_001 },
      can: { extend: expect.stringMatching(/pending approval/) },
    })
    expect((await approve()).status).toBe(200)
    expect(await app.row(id)).toMatchObject({ extensions_used: 1, budget_limit: 6_001 })
  })

  it('restores an expired sandbox, and resumes one frozen for its budget', async () => {
    const ranOut = await app.sandbox({ lease_end: inHours(app.clock.now, 1) })
    await app.pass(2)
    expect((await owner().get(`/sandboxes/${ranOut}`)).body).toMatchObject({ status: 'deleting', can: { extend: true } })
    await owner().post(`/sandboxes/${ranOut}/extend`, body)
    expect(await app.row(ranOut)).toMatchObject({ status: 'active', lease_end: inHours(app.clock.now, 48), delete_because: null })
    const spent = await app.sandbox({ status: 'frozen', frozen_because: 'budget', spent: 5_000 })
    await owner().post(`/sandboxes/${spent}/extend`, { ...body, hours: 0 })
    expect(await app.row(spent)).toMatchObject({ status: 'active', budget_limit: 6_000 })
    expect(await app.work(spent)).toEqual(['thaw'])
  })

  roleSuite(
    'extendSandbox',
    () => app,
    async () => ({ path: `/sandboxes/${await app.sandbox()}/extend`, body }),
  )

  it('rejects an empty extension, more than the template allows, too many, and a deleted sandbox', async () => {
    const id = await app.sandbox()
    const asking = (change: object, headers = {}) => owner().post(`/sandboxes/${id}/extend`, { ...body, ...change }, headers)
    expect((await asking({ hours: 0, budget: 0 })).body.message).toMatch(/Request more hours, more budget, or both/)
    expect((await asking({ hours: 73 })).body).toMatchObject({
      status: 409,
      message: expect.stringMatching(/maximum per extension is 3 days/),
    })
    expect((await asking({ budget: 45_001 })).body).toMatchObject({
      status: 409,
      message: expect.stringMatching(/This exceeds the template’s maximum budget/),
    })
    expect((await asking({ justification: 'Because.' })).status).toBe(400)
    expect((await asking({}, { 'if-match': '"4"' })).status).toBe(412)
    const both = await Promise.all([asking({}), asking({})])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    expect((await asking({})).body.message).toMatch(/The sandbox has had the maximum number of extensions/)
    const going = await app.sandbox()
    await owner().delete(`/sandboxes/${going}`)
    expect((await owner().post(`/sandboxes/${going}/extend`, body)).body.message).toMatch(/Undo the deletion first/)
  })

  it('has one outcome when a vote and a deletion are concurrent', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await app.sandbox(bounded)
      const { request, approve } = await waiting(id)
      const [vote, deletion] = await Promise.all([approve(), owner().delete(`/sandboxes/${id}`)])
      expect(deletion.status).toBe(202)
      expect([200, 409, 404]).toContain(vote.status)
      const [row, asked] = [await app.row(id), (await owner().get(`/sandbox-requests/${request.id}`)).body]
      expect(row).toMatchObject({ status: 'deleting', extensions_used: vote.status === 200 ? 1 : 0 })
      expect(asked.status === 'approved').toBe(vote.status === 200)
    }
  })
})
