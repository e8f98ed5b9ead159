import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { makeSandbox } from '../sandboxes/sandboxes.fixture.ts'

let app: TestApp
const id = (name: string) => app.persona(name).id
const as = (name: string) => app.as(id(name))
let sandbox: string
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  sandbox = await makeSandbox(app.db, { name: 'my-lab', owners: [id('Priya')], members: [id('Daniel')] })
})
afterAll(() => app.close())

const path = (selected = sandbox) => `/sandboxes/admin/${selected}/owners`
const owners = (...names: string[]) => ({ ownerIds: names.map(id) })
const ownersOf = async () => (await as('Niamh').get(`/sandboxes/${sandbox}`)).body.owners.map((each: { id: string }) => each.id)

describe('updateSandboxOwnersAsAdmin', () => {
  it('replaces the owners of a sandbox that has no active owner', async () => {
    const response = await as('Niamh').patch(path(), owners('Ravi'))
    expect([response.status, response.body.owners.length]).toEqual([200, 1])
    expect(await ownersOf()).toEqual([id('Ravi')])
  })

  roleSuite(
    'updateSandboxOwnersAsAdmin',
    () => app,
    () => ({ path: path(), body: owners('Tomasz', 'Priya') }),
  )

  it('denies owners of the sandbox, who must use updateSandboxOwners', async () => {
    expect((await as('Ravi').patch(path(), owners('Daniel'))).status).toBe(401)
    expect(await ownersOf()).toEqual([id('Ravi')])
  })

  it('rejects an old version, and six people', async () => {
    expect((await as('Niamh').patch(path(), owners('Priya'), { 'if-match': '"1"' })).status).toBe(412)
    expect((await as('Niamh').patch(path(), owners('Priya', 'Daniel', 'Ravi', 'Margaret', 'Ewa', 'Tomasz'))).status).toBe(400)
    expect(await ownersOf()).toEqual([id('Ravi')])
  })

  it('returns 404 for an unknown sandbox', async () => {
    expect((await as('Niamh').patch(path('00000000-0000-4000-8000-000000000000'), owners('Priya'))).status).toBe(404)
  })
})
