import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { administrator, requestErasure } from './erasures.fixture.ts'
import { niamh, systemActionsWithCode } from './events.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  await systemActionsWithCode(app, 'AUDM')
})
afterAll(() => app.close())

describe('listAuditErasures', () => {
  it('shows each request to administrators and auditors, with their actions', async () => {
    expect((await niamh(app).get('/audit/erasures')).body).toEqual({ items: [] })
    const { id } = (await requestErasure(app, app.persona('Tomasz').id)).body
    expect((await administrator(app).get('/audit/erasures')).body.items).toMatchObject([{ id, can: { withdraw: true } }])
    const auditor = (await app.as(app.persona('Grace').id).get('/audit/erasures')).body.items[0]
    expect(auditor.can).toEqual({
      confirm: expect.any(String),
      withdraw: expect.any(String),
    })
  })

  roleSuite(
    'listAuditErasures',
    () => app,
    () => ({ path: '/audit/erasures' }),
  )

  it('rejects an unknown parameter', async () => {
    expect((await niamh(app).get('/audit/erasures?all=true')).status).toBe(400)
  })
})
