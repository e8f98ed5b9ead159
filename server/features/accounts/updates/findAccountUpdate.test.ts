import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import type { AccountUpdate } from './schemas.ts'
import { services } from './services.fixture.ts'

let app: TestApp
let update: AccountUpdate
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  const updates = services(app)
  update = await updates.ask(updates.loadFree(0))
})
afterAll(() => app.close())

describe('findAccountUpdate', () => {
  it('returns the same as getAccountUpdate', async () => {
    const daniel = app.as(app.persona('Daniel').id)
    const response = await daniel.get(`/account-updates/${update.id}`)
    expect(response.body).toEqual((await daniel.get(`/accounts/${update.account.id}/updates/${update.id}`)).body)
  })

  roleSuite(
    'findAccountUpdate',
    () => app,
    () => ({ path: `/account-updates/${update.id}` }),
  )

  it('returns 404 for an unknown update', async () => {
    expect((await app.as(app.persona('Daniel').id).get('/account-updates/00000000-0000-4000-8000-000000000000')).status).toBe(404)
  })
})
