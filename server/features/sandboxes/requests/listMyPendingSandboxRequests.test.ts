import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { addTemplateWithCapacity, createPending, review, template } from './sandboxRequests.fixture.ts'

let app: TestApp
let kind: string
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  await addTemplateWithCapacity(app, 900)
  kind = await template(app)
})
afterAll(() => app.close())

const ids = async (personaName: string) =>
  (await app.as(app.persona(personaName).id).get('/sandbox-requests/myPendingRequests')).body.map(
    (item: { id: string }) => item.id,
  ) as string[]

describe('listMyPendingSandboxRequests', () => {
  it('lists the caller’s requests that are pending or need changes, until they are decided', async () => {
    const [firstRequest, otherRequest] = [await createPending(app, kind), await createPending(app, kind)]
    await review(app, 'Ravi', otherRequest.id, { decision: 'requestChanges', comment: 'Smaller, please.' })
    expect((await ids('Priya')).slice(-2)).toEqual([firstRequest.id, otherRequest.id])
    await review(app, 'Ravi', firstRequest.id)
    expect(await ids('Priya')).not.toContain(firstRequest.id)
  })

  roleSuite(
    'listMyPendingSandboxRequests',
    () => app,
    () => ({ path: '/sandbox-requests/myPendingRequests' }),
  )

  it('omits other people’s requests, even for administrators', async () => {
    const { id } = await createPending(app, kind)
    for (const person of ['Ravi', 'Niamh']) expect(await ids(person)).not.toContain(id)
  })

  it('rejects unknown query parameters', async () => {
    expect((await app.as(app.persona('Priya').id).get('/sandbox-requests/myPendingRequests?requester=all')).status).toBe(400)
  })
})
