import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { administrator, requestErasure, secondAdministrator } from './erasures.fixture.ts'
import { systemActionsWithCode } from './events.fixture.ts'

let app: TestApp
let id: string
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  await systemActionsWithCode(app, 'AUDL')
})
afterAll(() => app.close())
beforeEach(async () => {
  const response = await requestErasure(app, app.persona('Tomasz').id)
  id = response.body.id ?? id
})

const withdraw = () => administrator(app).post(`/audit/erasures/${id}/withdraw`, undefined)

describe('withdrawAuditErasure', () => {
  roleSuite(
    'withdrawAuditErasure',
    () => app,
    () => ({ path: `/audit/erasures/${id}/withdraw` }),
  )

  it('ends a request, which then cannot be confirmed', async () => {
    expect(await withdraw()).toMatchObject({ status: 200, body: { status: 'withdrawn', closedBy: app.persona('Samuel').displayName } })
    expect((await secondAdministrator(app).post(`/audit/erasures/${id}/confirm`, undefined)).body.code).toBe('wrongState')
  })

  it('rejects a request that is not open, and returns 404 for an unknown one', async () => {
    expect((await withdraw()).status).toBe(200)
    expect((await withdraw()).body.code).toBe('wrongState')
    expect((await administrator(app).post('/audit/erasures/0197b1f0-0000-7000-8000-000000000001/withdraw', undefined)).status).toBe(404)
  })
})
