import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { capacityFor, pending, review, template } from './sandboxRequests.fixture.ts'

let app: TestApp
let kind: string
beforeAll(async () => {
  app = await startTestApp({ work: false })
  await capacityFor(app, 900)
  kind = await template(app)
})
afterAll(() => app.close())

const ids = async (who: string) =>
  (await app.as(app.persona(who).id).get('/sandbox-requests/myPendingRequests')).body.map((item: { id: string }) => item.id) as string[]

describe('listMyPendingSandboxRequests', () => {
  it('lists the caller’s requests that are pending or need changes, until they are decided', async () => {
    const [one, other] = [await pending(app, kind), await pending(app, kind)]
    await review(app, 'Ravi', other.id, { decision: 'requestChanges', comment: 'Smaller, please.' })
    expect((await ids('Priya')).slice(-2)).toEqual([one.id, other.id])
    await review(app, 'Ravi', one.id)
    expect(await ids('Priya')).not.toContain(one.id)
  })

  roleSuite(
    'listMyPendingSandboxRequests',
    () => app,
    () => ({ path: '/sandbox-requests/myPendingRequests' }),
  )

  it('omits other people’s requests, also for administrators', async () => {
    const { id } = await pending(app, kind)
    for (const person of ['Ravi', 'Niamh']) expect(await ids(person)).not.toContain(id)
  })

  it('rejects unknown query parameters', async () => {
    expect((await app.as(app.persona('Priya').id).get('/sandbox-requests/myPendingRequests?requester=all')).status).toBe(400)
  })
})
