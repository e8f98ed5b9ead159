import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { newRequest } from '../../../../test/newRequest.ts'
import { openDatabase } from '../../../db/database.ts'

let app: TestApp
let id: string
let approvalId: string
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  const { body } = await as('Priya').post('/account-requests', newRequest(app, { name: 'checkout-planned' }))
  id = body.id
  approvalId = body.approvals[0].id
})
afterAll(() => app.close())

const as = (givenName: string) => app.as(app.persona(givenName).id)
const plannedId = async () =>
  (await app.db.selectFrom('account_requests').select('planned_account_id').where('id', '=', id).executeTakeFirstOrThrow())
    .planned_account_id
const vote = (givenName: string, stage: number) => as(givenName).post(`/account-approvals/${approvalId}`, { decision: 'approve', stage })

describe('the planned ID of an account', () => {
  it('isn’t in any response before the approval', async () => {
    const planned = await plannedId()
    for (const [givenName, path] of [
      ['Priya', `/account-requests/${id}`],
      ['Priya', '/account-approvals/my-requests-pending-approval'],
      ['Priya', '/me/requests'],
      ['Priya', `/account-approvals/${approvalId}`],
      ['Ravi', `/account-approvals/${approvalId}`],
      ['Ravi', '/account-approvals/inbox'],
      ['Niamh', `/account-requests/${id}`],
      ['Niamh', '/audit/events?size=100'],
    ] as const) {
      const { status, body } = await as(givenName).get(path)
      expect([path, status]).toEqual([path, 200])
      expect(JSON.stringify(body)).not.toContain(planned)
    }
  })

  it('can’t be changed by the server or the owner of the database', async () => {
    const server = openDatabase(app.runtimeUrl, { max: 1 })
    for (const { db } of [server, app])
      await expect(
        sql`update account_requests set planned_account_id = gen_random_uuid() where id = ${id}`.execute(db),
      ).rejects.toMatchObject({
        constraint: 'planned_id_fixed',
      })
    await server.close()
  })

  it('is the ID of the only account that concurrent last votes create', async () => {
    const planned = await plannedId()
    expect((await vote('Ravi', 1)).status).toBe(200)
    const responses = await Promise.all([1, 2, 3].map(() => vote('Margaret', 2)))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    const accounts = await app.db.selectFrom('accounts').select('id').where('request_id', '=', id).execute()
    expect(accounts).toEqual([{ id: planned }])
  })
})
