import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { type ApprovalListApp, startWithPendingRequest } from '../../approvals/inbox/approvalLists.fixture.ts'

let listApp: ApprovalListApp
beforeAll(async () => {
  listApp = await startWithPendingRequest()
})
afterAll(() => listApp.app.close())

describe('markNotificationsRead', () => {
  it('marks only the caller’s notifications', async () => {
    const { app } = listApp
    const ravi = app.as(app.persona('Ravi').id)
    expect((await app.as(app.persona('Tomasz').id).post('/notifications/read')).body).toEqual({ marked: 0 })
    expect((await ravi.get('/notifications')).body.unread).toBe(1)
    expect((await ravi.post('/notifications/read')).body).toEqual({ marked: 1 })
    expect((await ravi.get('/notifications')).body).toMatchObject({ unread: 0, items: [{ read: true }] })
  })

  roleSuite(
    'markNotificationsRead',
    () => listApp.app,
    () => ({ path: '/notifications/read' }),
  )
})
