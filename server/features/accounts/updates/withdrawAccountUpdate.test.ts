import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { services } from './services.fixture.ts'

let app: TestApp
let updates: ReturnType<typeof services>
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  updates = services(app)
})
afterAll(() => app.close())

interface Update {
  id: string
  account: { id: string }
}
const path = (update: Update) => `/accounts/${update.account.id}/updates/${update.id}/withdraw`
const daniel = () => app.as(app.persona('Daniel').id)

describe('withdrawAccountUpdate', () => {
  let pendingUpdate: Update
  beforeAll(async () => {
    pendingUpdate = await updates.ask(updates.loadFree(2))
  })

  it('ends the update and its approval, and allows a new update', async () => {
    const update = await updates.ask(updates.loadFree(0))
    const response = await daniel().post(path(update), undefined, { 'if-match': '"1"' })
    expect(response.body).toMatchObject({
      status: 'cancelled',
      approvals: [{ status: 'cancelled' }],
      can: { withdraw: expect.any(String) },
    })
    expect((await updates.vote('Ravi', update)).status).toBe(409)
    expect((await updates.ask(updates.loadFree(0))).status).toBe('pending_approval')
  })

  it('lets administrators withdraw for an absent person', async () => {
    const update = await updates.ask(updates.loadFree(1))
    expect((await app.as(app.persona('Niamh').id).post(path(update))).body.status).toBe('cancelled')
  })

  roleSuite(
    'withdrawAccountUpdate',
    () => app,
    () => ({ path: path(pendingUpdate) }),
  )

  it('rejects an old version, an unknown update and a decided update', async () => {
    const update = await updates.ask(updates.loadFree(3))
    expect((await daniel().post(path(update), undefined, { 'if-match': '"7"' })).status).toBe(412)
    expect((await daniel().post(path({ ...update, id: '00000000-0000-4000-8000-000000000000' }))).status).toBe(404)
    await updates.vote('Ravi', update)
    expect((await daniel().post(path(update))).body.code).toBe('wrongState')
    expect(await updates.statusOf(update.id)).toBe('approved')
  })
})
