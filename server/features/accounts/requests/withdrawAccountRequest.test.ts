import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { newRequest } from '../../../../test/newRequest.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
let number = 0
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const priya = () => app.as(app.persona('Priya').id)
const submitRequest = async () => (await priya().post('/account-requests', newRequest(app, { name: `checkout-back-${++number}` }))).body

describe('withdrawAccountRequest', () => {
  let id: string
  beforeAll(async () => {
    id = (await submitRequest()).id
  })

  it('closes the request and its approval, and frees the name', async () => {
    const request = await submitRequest()
    expect(await priya().post(`/account-requests/${request.id}/withdraw`)).toMatchObject({ status: 200, body: { status: 'cancelled' } })
    const approval = await app.db
      .selectFrom('approvals')
      .select('status')
      .where('id', '=', request.approvals[0].id)
      .executeTakeFirstOrThrow()
    expect(approval.status).toBe('cancelled')
    expect(
      (await app.as(app.persona('Ravi').id).post(`/account-approvals/${request.approvals[0].id}`, { decision: 'approve', stage: 1 }))
        .status,
    ).toBe(409)
    expect((await priya().post('/account-requests', newRequest(app, { name: request.name }))).status).toBe(201)
  })

  roleSuite(
    'withdrawAccountRequest',
    () => app,
    () => ({ path: `/account-requests/${id}/withdraw` }),
  )

  it('returns 404 to other people, even to administrators', async () => {
    for (const name of ['Ravi', 'Niamh'])
      expect((await app.as(app.persona(name).id).post(`/account-requests/${id}/withdraw`)).status).toBe(404)
  })

  it('returns 409 the second time', async () => {
    const request = await submitRequest()
    await priya().post(`/account-requests/${request.id}/withdraw`)
    expect(await priya().post(`/account-requests/${request.id}/withdraw`)).toMatchObject({ status: 409, body: { code: 'wrongState' } })
  })

  it('prevents a simultaneous vote', async () => {
    for (let round = 0; round < 10; round++) {
      const request = await submitRequest()
      const responses = await Promise.all([
        priya().post(`/account-requests/${request.id}/withdraw`),
        app
          .as(app.persona('Ravi').id)
          .post(`/account-approvals/${request.approvals[0].id}`, { decision: 'reject', stage: 1, comment: 'Not now.' }),
      ])
      const { status } = (await priya().get(`/account-requests/${request.id}`)).body
      expect(responses.filter((response) => response.status === 200)).toHaveLength(1)
      expect(status).toBe(responses[0]!.status === 200 ? 'cancelled' : 'rejected')
    }
  })
})
