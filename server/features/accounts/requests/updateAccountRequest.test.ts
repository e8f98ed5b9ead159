import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { newRequest } from '../../../../test/newRequest.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { advanceApprovals } from '../../../approvals/advanceApprovals.ts'

let app: TestApp
let number = 0
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const priya = () => app.as(app.persona('Priya').id)
async function createRequest() {
  const name = `checkout-edit-${++number}`
  return { name, body: (await priya().post('/account-requests', newRequest(app, { name }))).body }
}

describe('updateAccountRequest', () => {
  let sample: { name: string; body: { id: string } }
  beforeAll(async () => {
    sample = await createRequest()
  })

  it('resubmits a request after requested changes, in a new round', async () => {
    const { name, body } = await createRequest()
    await app
      .as(app.persona('Ravi').id)
      .post(`/account-approvals/${body.approvals[0].id}`, { decision: 'requestChanges', stage: 1, comment: 'Smaller budget please.' })
    const response = await priya().patch(
      `/account-requests/${body.id}`,
      newRequest(app, { name, budget: { ...newRequest(app).budget, amount: 20_000 } }),
    )
    expect(response).toMatchObject({ status: 200, body: { status: 'pending_approval', budget: { amount: 20_000 } } })
    expect(response.body.approvals.map((approval: { status: string }) => approval.status)).toEqual(['changes_requested', 'pending'])
    expect(response.body.timeline).toMatchObject([
      { kind: 'submitted', text: expect.stringContaining(name) },
      { kind: 'requestChanges', text: expect.stringContaining('Ravi Deshmukh') },
      { kind: 'submitted', text: expect.stringContaining('Priya Raman') },
    ])
  })

  it.each([
    ['discarded votes', true, ['submitted', 'approve', 'stage', 'cancelled', 'submitted']],
    ['no votes', false, ['submitted', 'submitted']],
  ])('mentions the votes of the earlier round only if there were any: %s', async (_, hasVote, kinds) => {
    const { name, body } = await createRequest()
    const [{ id }] = body.approvals
    if (hasVote)
      expect((await app.as(app.persona('Ravi').id).post(`/account-approvals/${id}`, { decision: 'approve', stage: 1 })).status).toBe(200)
    const { status, body: resubmitted } = await priya().patch(
      `/account-requests/${body.id}`,
      newRequest(app, { name, description: 'Second.' }),
    )
    expect(status).toBe(200)
    expect(resubmitted.timeline.map(({ kind }: { kind: string }) => kind)).toEqual(kinds)
  })

  roleSuite(
    'updateAccountRequest',
    () => app,
    () => ({ path: `/account-requests/${sample.body.id}`, body: newRequest(app, { name: sample.name }) }),
  )

  it('returns 404 to approvers, administrators and proposed owners', async () => {
    for (const name of ['Ravi', 'Niamh', 'Daniel'])
      expect(
        (await app.as(app.persona(name).id).patch(`/account-requests/${sample.body.id}`, newRequest(app, { name: sample.name }))).status,
      ).toBe(404)
  })

  it('returns 412 for an old version, changing nothing', async () => {
    const { name, body } = await createRequest()
    await priya().patch(`/account-requests/${body.id}`, newRequest(app, { name, description: 'Second.' }), {
      'if-match': `"${body.version}"`,
    })
    const lateResponse = await priya().patch(`/account-requests/${body.id}`, newRequest(app, { name, description: 'Third.' }), {
      'if-match': `"${body.version}"`,
    })
    expect(lateResponse).toMatchObject({ status: 412, body: { code: 'versionMismatch' } })
    expect((await priya().get(`/account-requests/${body.id}`)).body.details.description).toBe('Second.')
  })

  it('rejects an unknown region, changing nothing', async () => {
    const { name, body } = await createRequest()
    const response = await priya().patch(`/account-requests/${body.id}`, newRequest(app, { name, region: 'mars', connectivity: 'none' }))
    expect(response).toMatchObject({ status: 400, body: { errors: [{ field: 'region' }] } })
    expect((await priya().get(`/account-requests/${body.id}`)).body).toMatchObject({
      version: body.version,
      details: { region: 'uksouth' },
    })
  })

  it('returns 409 for a decided request', async () => {
    const { name, body } = await createRequest()
    await app
      .as(app.persona('Ravi').id)
      .post(`/account-approvals/${body.approvals[0].id}`, { decision: 'reject', stage: 1, comment: 'Not needed.' })
    expect(await priya().patch(`/account-requests/${body.id}`, newRequest(app, { name }))).toMatchObject({
      status: 409,
      body: { code: 'wrongState' },
    })
  })

  it.each(['withdrawn', 'expired'])('keeps the changes in the timeline after the request was %s', async (outcome) => {
    const { name, body } = await createRequest()
    const path = `/account-requests/${body.id}`
    expect((await priya().patch(path, newRequest(app, { name, criticality: 'tier1' }))).status).toBe(200)
    const readChanges = async () =>
      (await priya().get(path)).body.timeline.flatMap(({ changes = [] }: { changes?: object[] }) => changes) as object[]
    const changes = await readChanges()
    expect(changes).toHaveLength(1)
    if (outcome === 'withdrawn') expect((await priya().post(`${path}/withdraw`)).status).toBe(200)
    else await advanceApprovals({ ...app.context, now: () => new Date(Date.now() + 60 * 86_400_000) })
    expect((await priya().get(path)).body.status).toBe(outcome === 'withdrawn' ? 'cancelled' : 'expired')
    expect(await readChanges()).toEqual(changes)
  })
})
