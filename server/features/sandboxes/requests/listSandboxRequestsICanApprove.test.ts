import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { addTemplateWithCapacity, createPending, requestBody, review, submitRequest, template } from './sandboxRequests.fixture.ts'

let app: TestApp
let kind: string
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  await addTemplateWithCapacity(app, 900)
  kind = await template(app)
})
afterAll(() => app.close())

const list = (givenName: string) => app.as(app.persona(givenName).id).get('/sandbox-requests/ICanApprove')
const ids = async (givenName: string) => (await list(givenName)).body.map((item: { id: string }) => item.id) as string[]

describe('listSandboxRequestsICanApprove', () => {
  it('lists requests that wait for the caller’s vote, the oldest first, until they are decided', async () => {
    const [firstRequest, secondRequest] = [await createPending(app, kind), await createPending(app, kind)]
    expect((await ids('Ravi')).slice(-2)).toEqual([firstRequest.id, secondRequest.id])
    expect((await list('Ravi')).body.at(-1)).toMatchObject({
      can: { decide: true },
      approvalId: secondRequest.approvalId,
      waitingFor: 'Manager',
      stage: 1,
    })
    await review(app, 'Ravi', firstRequest.id)
    expect(await ids('Ravi')).not.toContain(firstRequest.id)
  })

  roleSuite(
    'listSandboxRequestsICanApprove',
    () => app,
    () => ({ path: '/sandbox-requests/ICanApprove' }),
  )

  it('omits the caller’s own requests and, even for administrators, requests for other approvers', async () => {
    const ownRequestId = (await submitRequest(app, requestBody(app, kind, { ownerIds: [app.persona('Ravi').id] }), 'Ravi')).body.id
    expect(await ids('Ravi')).not.toContain(ownRequestId)
    const priyasRequest = await createPending(app, kind)
    expect(await ids('Niamh')).not.toContain(priyasRequest.id)
    expect(await ids('Priya')).toEqual([])
  })

  it('omits the team’s requests for a former manager', async () => {
    const request = await createPending(app, kind)
    await app.db
      .updateTable('people')
      .set({ manager_id: app.persona('Daniel').id })
      .where('id', '=', app.persona('Priya').id)
      .execute()
    expect(await ids('Ravi')).not.toContain(request.id)
    expect(await ids('Daniel')).toContain(request.id)
  })
})
