import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { clientOf, requestAccess, teamSandbox } from './sandboxAccess.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const list = (givenName: string, query: string) => clientOf(app, givenName).get(`/sandbox-access/access-requests/adv?${query}`)

describe('listSandboxAccessRequestsAdv', () => {
  it('filters, sorts and searches only the requests that the caller can see', async () => {
    const sandbox = await teamSandbox(app)
    const { id, body } = await requestAccess(app, sandbox)
    const otherRequest = await requestAccess(app, sandbox, { who: 'Tomasz' })
    const response = await list('Daniel', `filter=sandboxId==${sandbox.id};status==pending_approval&sort=createdAt`)
    expect(response.body).toMatchObject({ total: 2, items: [{ id }, { id: otherRequest.id }] })
    expect((await list('Niamh', `search=${body.reference}`)).body.items).toMatchObject([{ id, can: { decide: expect.any(String) } }])
    expect((await list('Tomasz', `filter=sandboxId==${sandbox.id}`)).body).toMatchObject({ total: 1, items: [{ id: otherRequest.id }] })
    expect((await list('Ewa', `filter=sandboxId==${sandbox.id}`)).body.total).toBe(0)
  })

  it('rejects fields of accounts and unknown orders', async () => {
    expect(await list('Priya', 'filter=account==x')).toMatchObject({ status: 400, body: { errors: [{ field: 'filter' }] } })
    expect(await list('Priya', 'sort=group')).toMatchObject({ status: 400, body: { errors: [{ field: 'sort' }] } })
  })

  roleSuite(
    'listSandboxAccessRequestsAdv',
    () => app,
    () => ({ path: '/sandbox-access/access-requests/adv' }),
  )
})
