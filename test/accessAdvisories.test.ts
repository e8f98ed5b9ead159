import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountOf, grantOf, isIn, requestAccess } from '../server/features/access/assignments/access.fixture.ts'
import { startTestApp, type TestApp } from './app.ts'
import { type OpenApp, openApp } from './openApp.ts'
import { until } from './until.ts'

let app: TestApp
let open: OpenApp
beforeAll(async () => {
  app = await startTestApp()
  open = await openApp(app)
})
afterAll(async () => {
  await open.close()
  await app.close()
})

const as = (givenName: string) => app.as(app.persona(givenName).id)
const decide = (givenName: string, requestId: string) =>
  as(givenName).patch(`/account-access/access-requests/${requestId}`, { decision: 'approve', stage: 1 })
const votesOf = (approvalId: string) => app.db.selectFrom('approval_decisions').selectAll().where('approval_id', '=', approvalId).execute()

describe('access decisions', () => {
  it('denies a decision on your own request, even with a token that has any role (CVE-2026-92528)', async () => {
    const { body, approvalId } = await requestAccess(app, accountOf(app, 0), { who: 'Daniel' })
    const token = await app.simulator.mintToken({
      oid: app.persona('Daniel').id,
      audience: 'api://slipway',
      claims: { roles: ['Slipway.Admin'] },
    })
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const response = await fetch(`${open.https}/account-access/access-requests/${body.id}`, {
      method: 'PATCH',
      headers,
      body: JSON.stringify({ decision: 'approve', stage: 1 }),
    })
    expect([response.status, await response.json()]).toMatchObject([401, { code: 'unauthorised' }])
    expect(await votesOf(approvalId)).toEqual([])
  })

  it('accepts decisions by the current owners, not by the owners at the time of the request (CVE-2024-0410)', async () => {
    const account = accountOf(app, 1)
    const { body, approvalId } = await requestAccess(app, account, { durationHours: 8 })
    const ownerIds = ['Ravi', 'Margaret'].map((name) => app.persona(name).id)
    expect((await as('Niamh').patch(`/accounts/admin/${account.id}/owners`, { ownerIds })).status).toBe(200)
    expect((await decide('Daniel', body.id)).status).toBe(401)
    expect(await votesOf(approvalId)).toEqual([])
    expect(await grantOf(app, body.id)).toBeUndefined()
    expect((await decide('Ravi', body.id)).status).toBe(200)
  })

  it('grants nothing and notifies the requester when the directory rejects the change (CVE-2026-14288)', async () => {
    const { body, group } = await requestAccess(app, accountOf(app, 2), { durationHours: 8 })
    app.simulator.faults.add({
      service: 'graph',
      method: 'POST',
      path: `/groups/${group.directory_group_id}/members`,
      action: { kind: 'status', status: 403, body: { error: { code: 'Authorization_RequestDenied', message: 'Not allowed.' } } },
    })
    expect((await decide('Daniel', body.id)).status).toBe(200)
    const runOf = () => app.db.selectFrom('work_runs').select('status').where('subject_id', '=', body.id).executeTakeFirst()
    await until(async () => (await runOf())?.status === 'failed')
    expect((await grantOf(app, body.id))!.status).toBe('granting')
    expect(await isIn(app, 'Priya', group.directory_group_id!)).toBe(false)
    const notifications = await app.db
      .selectFrom('notifications')
      .select('title')
      .where('person_id', '=', app.persona('Priya').id)
      .execute()
    expect(notifications.map(({ title }) => title)).toContain(`${body.reference} failed`)
    app.simulator.faults.clear()
  })

  it('binds grants to IDs, so that a grant is unaffected by swapped names (CVE-2026-9796)', async () => {
    const [account, otherAccount] = [accountOf(app, 3), accountOf(app, 4)]
    const groups = await app.db
      .selectFrom('access_groups')
      .select(['id', 'name', 'account_id', 'directory_group_id'])
      .where('account_id', 'in', [account.id, otherAccount.id])
      .where('name', 'like', '%-contributors')
      .execute()
    const [firstGroup, secondGroup] = [account, otherAccount].map(({ id }) => groups.find((group) => group.account_id === id)!)
    const nameSwap = app.db.transaction().execute(async (tx) => {
      await tx.updateTable('access_groups').set({ name: 'changing-places' }).where('id', '=', firstGroup!.id).execute()
      await tx.updateTable('access_groups').set({ name: firstGroup!.name }).where('id', '=', secondGroup!.id).execute()
      await tx.updateTable('access_groups').set({ name: secondGroup!.name }).where('id', '=', firstGroup!.id).execute()
    })
    const input = { personId: app.persona('Tomasz').id, durationHours: 8, reason: 'Agreed with the owners last week.' }
    const [response] = await Promise.all([as('Niamh').post(`/account-access/${firstGroup!.id}`, input), nameSwap])
    expect(response.status).toBe(201)
    await app.drain()
    expect(await isIn(app, 'Tomasz', firstGroup!.directory_group_id!)).toBe(true)
    expect(await isIn(app, 'Tomasz', secondGroup!.directory_group_id!)).toBe(false)
  })
})
