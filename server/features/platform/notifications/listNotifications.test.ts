import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { notify } from '../../../notifications/notify.ts'
import { type ApprovalListApp, startWithPendingRequest } from '../../approvals/inbox/approvalLists.fixture.ts'

let listApp: ApprovalListApp
beforeAll(async () => {
  listApp = await startWithPendingRequest()
})
afterAll(() => listApp.app.close())
const get = (givenName: string) => listApp.app.as(listApp.app.persona(givenName).id).get('/notifications')

describe('listNotifications', () => {
  it('lists pending approvals for their approvers, and not for others', async () => {
    expect((await get('Ravi')).body).toMatchObject({
      unread: 1,
      items: [{ kind: 'decisionNeeded', title: 'Priya Raman requests checkout-trial-dev', read: false, subjectId: listApp.approvalId }],
    })
    expect((await get('Tomasz')).body).toEqual({ unread: 0, items: [] })
  })

  it('lists one notification per person and key, and none for disabled people', async () => {
    const { app } = listApp
    const notification = {
      kind: 'accountReady' as const,
      subjectKind: 'account',
      subjectId: listApp.requestId,
      title: 'Once',
      body: '',
      key: 'same',
    }
    const people = [app.persona('Tomasz').id, app.persona('Oliver').id]
    await notify(app.db, people, notification)
    await notify(app.db, people, notification)
    expect((await get('Tomasz')).body.items).toHaveLength(1)
    expect(await app.db.selectFrom('notifications').select('id').where('person_id', '=', app.persona('Oliver').id).execute()).toEqual([])
  })

  it('marks the request for a decision as read after the decision, for all approvers of that stage', async () => {
    const { app, approvalId } = listApp
    const ravi = app.as(app.persona('Ravi').id)
    const { stage } = (await ravi.get(`/account-approvals/${approvalId}`)).body
    const people = await app.db.selectFrom('notifications').select('person_id').where('subject_id', '=', approvalId).execute()
    expect(people.length).toBeGreaterThan(1)
    expect((await ravi.post(`/account-approvals/${approvalId}`, { decision: 'approve', stage })).status).toBe(200)
    for (const { person_id } of people) {
      const { unread, items } = (await app.as(person_id).get('/notifications')).body
      expect({ unread, read: items.find(({ subjectId }: { subjectId: string }) => subjectId === approvalId).read }).toEqual({
        unread: 0,
        read: true,
      })
    }
  })

  roleSuite(
    'listNotifications',
    () => listApp.app,
    () => ({ path: '/notifications' }),
  )
})
