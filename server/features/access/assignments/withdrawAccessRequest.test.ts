import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { accountOf, decide, grantOf, requestAccess } from './access.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const as = (personaName: string) => app.as(app.persona(personaName).id)

const withdraw = (personaName: string, accountId: string, id: string, headers?: Record<string, string>) =>
  as(personaName).post(`/accounts/${accountId}/accessRequests/${id}/withdraw`, undefined, headers)

describe('withdrawAccessRequest', () => {
  it('withdraws the request and rejects later votes', async () => {
    const account = accountOf(app, 0)
    const { body, approvalId } = await requestAccess(app, account)
    const response = await withdraw('Priya', account.id, body.id)
    expect(response.status).toBe(200)
    expect(response.body).toMatchObject({ status: 'cancelled', can: { edit: expect.any(String) } })
    expect((await decide(app, 'Daniel', approvalId)).status).toBe(409)
    expect(await grantOf(app, body.id)).toBeUndefined()
    expect((await requestAccess(app, account)).answer.status).toBe(201)
  })

  describe('other callers', () => {
    let request: { id: string; account: string }
    beforeAll(async () => {
      const account = accountOf(app, 1)
      request = { id: (await requestAccess(app, account)).body.id, account: account.id }
    })
    roleSuite(
      'withdrawAccessRequest',
      () => app,
      () => ({ path: `/accounts/${request.account}/accessRequests/${request.id}/withdraw` }),
    )

    it('denies the account’s owner and administrators', async () => {
      for (const personaName of ['Daniel', 'Niamh']) expect((await withdraw(personaName, request.account, request.id)).status).toBe(404)
    })
  })

  it('rejects a request for another account, an old version, and a decided request', async () => {
    const account = accountOf(app, 2)
    const { body, approvalId } = await requestAccess(app, account)
    expect((await withdraw('Priya', accountOf(app, 3).id, body.id)).status).toBe(404)
    expect((await withdraw('Priya', account.id, body.id, { 'if-match': '"9"' })).status).toBe(412)
    await decide(app, 'Daniel', approvalId)
    expect((await withdraw('Priya', account.id, body.id)).body.code).toBe('wrongState')
  })
})
