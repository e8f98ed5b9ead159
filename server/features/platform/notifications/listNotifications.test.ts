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

  roleSuite(
    'listNotifications',
    () => listApp.app,
    () => ({ path: '/notifications' }),
  )
})
