import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { groupRow } from '../../accounts/groups/groups.fixture.ts'
import { accountOf, decide, grantOf, requestAccess } from './access.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const as = (personaName: string) => app.as(app.persona(personaName).id)

const change = { justification: 'To look into the payment service, which fails on Fridays.', durationHours: 24 }
const send = (personaName: string, accountId: string, id: string, body: unknown = change, headers?: Record<string, string>) =>
  as(personaName).patch(`/accounts/${accountId}/accessRequests/${id}`, body, headers)

describe('updateAccessRequest', () => {
  it('resubmits the request after requested changes, without the earlier votes', async () => {
    const account = accountOf(app, 0)
    const { body, approvalId } = await requestAccess(app, account)
    await decide(app, 'Daniel', approvalId, 'requestChanges', 'Say which service.')
    const response = await send('Priya', account.id, body.id)
    expect(response.status).toBe(200)
    expect(response.body).toMatchObject({ status: 'pending_approval', ...change, version: 3 })
    expect(response.body.approvals).toHaveLength(2)
    expect((await decide(app, 'Daniel', approvalId)).status).toBe(409)
    expect(await grantOf(app, body.id)).toBeUndefined()
  })

  it('cancels the pending approval and opens a new one', async () => {
    const account = accountOf(app, 1)
    const { body, approvalId } = await requestAccess(app, account)
    expect((await send('Priya', account.id, body.id)).status).toBe(200)
    const approvals = await app.db
      .selectFrom('approvals')
      .select(['id', 'status'])
      .where('subject_id', '=', body.id)
      .orderBy('opened_at')
      .execute()
    expect(approvals.map(({ status }) => status)).toEqual(['cancelled', 'pending'])
    expect(approvals[0]!.id).toBe(approvalId)
  })

  it('shows the changed request in the timeline, without changes of current access', async () => {
    const account = accountOf(app, 6)
    const { body } = await requestAccess(app, account, { suffix: 'contributors', durationHours: 8 })
    await send('Priya', account.id, body.id, { ...change, justification: body.justification })
    const { id: groupId } = await groupRow(app, `az-${account.name}-readers`)
    const grant = { personId: app.persona('Priya').id, reason: 'Agreed with the owners.', durationHours: 24 }
    expect((await as('Niamh').post(`/account-access/${groupId}`, grant)).status).toBe(201)
    const { timeline } = (await as('Priya').get(`/account-access/access-requests/${body.id}`)).body
    expect(timeline.flatMap(({ changes = [] }: { changes?: object[] }) => changes)).toEqual([
      { label: expect.any(String), before: '8 hours', after: '1 day' },
    ])
  })

  describe('callers other than the requester', () => {
    let request: { id: string; account: string }
    beforeAll(async () => {
      const account = accountOf(app, 2)
      request = { id: (await requestAccess(app, account)).body.id, account: account.id }
    })
    roleSuite(
      'updateAccessRequest',
      () => app,
      () => ({ path: `/accounts/${request.account}/accessRequests/${request.id}`, body: change }),
    )

    it('denies the account’s owner and administrators', async () => {
      for (const personaName of ['Daniel', 'Niamh']) expect((await send(personaName, request.account, request.id)).status).toBe(404)
    })

    it('rejects a field that the requester can’t set', async () => {
      expect((await send('Priya', request.account, request.id, { ...change, status: 'approved' })).status).toBe(400)
    })
  })

  it('rejects a request for another account, an old version, and a decided request', async () => {
    const account = accountOf(app, 3)
    const { body, approvalId } = await requestAccess(app, account)
    expect((await send('Priya', accountOf(app, 4).id, body.id)).status).toBe(404)
    expect((await send('Priya', account.id, body.id, change, { 'if-match': '"9"' })).status).toBe(412)
    await decide(app, 'Daniel', approvalId, 'reject')
    expect((await send('Priya', account.id, body.id)).body.code).toBe('wrongState')
  })

  it('rejects a duration that the group does not allow', async () => {
    const account = accountOf(app, 5)
    const { body } = await requestAccess(app, account, { suffix: 'contributors', durationHours: 8 })
    expect((await send('Priya', account.id, body.id, { ...change, durationHours: null })).body.errors[0].field).toBe('durationHours')
  })
})
