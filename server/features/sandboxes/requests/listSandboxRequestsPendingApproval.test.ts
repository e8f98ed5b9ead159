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

const list = (givenName: string) => app.as(app.persona(givenName).id).get('/sandbox-requests/pendingApproval')
const ids = async (givenName: string) => (await list(givenName)).body.map((item: { id: string }) => item.id) as string[]

describe('listSandboxRequestsPendingApproval', () => {
  it('lists the pending requests that approvers can decide, and all for administrators and auditors', async () => {
    const { id } = await createPending(app, kind)
    for (const person of ['Niamh', 'Grace', 'Ravi']) expect(await ids(person)).toContain(id)
    const visible = (await list('Niamh')).body.find((item: { id: string }) => item.id === id)
    expect(visible.can.decide).toEqual(expect.any(String))
    await review(app, 'Ravi', id)
    for (const person of ['Niamh', 'Ravi']) expect(await ids(person)).not.toContain(id)
  })

  roleSuite(
    'listSandboxRequestsPendingApproval',
    () => app,
    () => ({ path: '/sandbox-requests/pendingApproval' }),
  )

  it('omits requests that the caller made or can’t decide', async () => {
    const { id } = await createPending(app, kind)
    for (const person of ['Priya', 'Tomasz']) expect(await ids(person)).not.toContain(id)
  })

  it('rejects unknown query parameters', async () => {
    expect((await app.as(app.persona('Niamh').id).get('/sandbox-requests/pendingApproval?limit=1')).status).toBe(400)
  })
})
