import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { ask, capacityFor, pending, review, template, wish } from './sandboxRequests.fixture.ts'

let app: TestApp
let kind: string
beforeAll(async () => {
  app = await startTestApp({ work: false })
  await capacityFor(app, 900)
  kind = await template(app)
})
afterAll(() => app.close())

const list = (who: string) => app.as(app.persona(who).id).get('/sandbox-requests/ICanApprove')
const ids = async (who: string) => (await list(who)).body.map((item: { id: string }) => item.id) as string[]

describe('listSandboxRequestsICanApprove', () => {
  it('lists requests that wait for the caller’s vote, the oldest first, until they are decided', async () => {
    const [first, second] = [await pending(app, kind), await pending(app, kind)]
    expect((await ids('Ravi')).slice(-2)).toEqual([first.id, second.id])
    expect((await list('Ravi')).body.at(-1)).toMatchObject({
      can: { decide: true },
      approvalId: second.approvalId,
      waitingFor: 'Manager',
      stage: 1,
    })
    await review(app, 'Ravi', first.id)
    expect(await ids('Ravi')).not.toContain(first.id)
  })

  roleSuite(
    'listSandboxRequestsICanApprove',
    () => app,
    () => ({ path: '/sandbox-requests/ICanApprove' }),
  )

  it('omits the caller’s own requests and, also for administrators, those for other approvers', async () => {
    const own = (await ask(app, wish(app, kind, { ownerIds: [app.persona('Ravi').id] }), 'Ravi')).body.id
    expect(await ids('Ravi')).not.toContain(own)
    const priyas = await pending(app, kind)
    expect(await ids('Niamh')).not.toContain(priyas.id)
    expect(await ids('Priya')).toEqual([])
  })

  it('omits the requests of a former manager’s team', async () => {
    const request = await pending(app, kind)
    await app.db
      .updateTable('people')
      .set({ manager_id: app.persona('Daniel').id })
      .where('id', '=', app.persona('Priya').id)
      .execute()
    expect(await ids('Ravi')).not.toContain(request.id)
    expect(await ids('Daniel')).toContain(request.id)
  })
})
