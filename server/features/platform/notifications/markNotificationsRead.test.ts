import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { notify } from '../../../notifications/notify.ts'
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

  it('marks only the listed notifications', async () => {
    const { app } = listApp
    const [ravi, other] = [app.persona('Ravi').id, app.persona('Tomasz').id]
    for (const [personId, key] of [
      [ravi, 'first'],
      [ravi, 'second'],
      [other, 'third'],
    ] as const)
      await notify(app.db, [personId], { kind: 'feedbackAnswered', subjectKind: 'person', subjectId: personId, title: key, body: '', key })
    const rows = await app.db.selectFrom('notifications').select(['id', 'title']).where('read_at', 'is', null).execute()
    const idOf = (title: string) => rows.find((row) => row.title === title)!.id
    const readNow = async () =>
      (
        await app.db
          .selectFrom('notifications')
          .select('title')
          .where('read_at', 'is not', null)
          .where('title', 'in', ['first', 'second', 'third'])
          .execute()
      ).map(({ title }) => title)

    expect((await app.as(ravi).post('/notifications/read', { ids: [idOf('first'), idOf('third')] })).body).toEqual({ marked: 1 })
    expect(await readNow()).toEqual(['first'])
    expect((await app.as(ravi).post('/notifications/read', { ids: [idOf('first')] })).body).toEqual({ marked: 0 })
    for (const ids of [[], ['x'], Array.from({ length: 51 }, () => randomUUID())])
      expect((await app.as(ravi).post('/notifications/read', { ids })).status).toBe(400)
    expect(await readNow()).toEqual(['first'])
  })

  roleSuite(
    'markNotificationsRead',
    () => listApp.app,
    () => ({ path: '/notifications/read' }),
  )
})
