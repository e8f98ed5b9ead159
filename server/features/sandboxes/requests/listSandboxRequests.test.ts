import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { addTemplateWithCapacity, createPending, requestBody, review, submitRequest, template } from './sandboxRequests.fixture.ts'

let app: TestApp
let ownId: string
let ewasRequestId: string
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  await addTemplateWithCapacity(app, 900)
  const kind = await template(app)
  ownId = (await createPending(app, kind)).id
  ewasRequestId = (await submitRequest(app, requestBody(app, kind, { ownerIds: [app.persona('Ewa').id] }), 'Ewa')).body.id
})
afterAll(() => app.close())

const list = (givenName: string, query = '') => app.as(app.persona(givenName).id).get(`/sandbox-requests${query}`)
const ids = async (givenName: string, query = '?size=200') =>
  (await list(givenName, query)).body.items.map((item: { id: string }) => item.id) as string[]

describe('listSandboxRequests', () => {
  it('lists requests that the caller made or can decide, and all for administrators and auditors', async () => {
    expect(await ids('Priya')).toContain(ownId)
    expect(await ids('Priya')).not.toContain(ewasRequestId)
    expect(await ids('Ravi')).toContain(ownId)
    expect(await ids('Ravi')).not.toContain(ewasRequestId)
    for (const person of ['Niamh', 'Grace']) expect(await ids(person)).toEqual(expect.arrayContaining([ownId, ewasRequestId]))
  })

  it('keeps decided requests for their approvers and owners', async () => {
    const kind = await template(app)
    const { id } = await createPending(app, kind, { ownerIds: [app.persona('Daniel').id] })
    expect(await ids('Daniel')).not.toContain(id)
    await review(app, 'Ravi', id)
    expect(await ids('Ravi')).toContain(id)
    expect(await ids('Daniel')).toContain(id)
  })

  it('filters, searches by reference and pages', async () => {
    const { body } = await list('Niamh', `?search=${(await list('Priya', '?size=1')).body.items[0].reference}&size=1`)
    expect(body).toMatchObject({ page: 1, size: 1, total: 1 })
    const pendingRequests = (await list('Niamh', '?filter=status==pending_approval;kind==new')).body.items
    expect(new Set(pendingRequests.map((item: { status: string }) => item.status))).toEqual(new Set(['pending_approval']))
  })

  roleSuite(
    'listSandboxRequests',
    () => app,
    () => ({ path: '/sandbox-requests' }),
  )

  it('rejects unknown fields', async () => {
    expect((await list('Priya', '?filter=details==x')).body.code).toBe('invalidFilter')
  })

  it('returns no requests for hostile searches, within a time limit', async () => {
    for (const search of ['%25_%25_%25', 'a'.repeat(200)]) expect((await list('Priya', `?search=${search}`)).body.items).toEqual([])
  })
})
