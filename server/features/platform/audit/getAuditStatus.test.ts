import { createPublicKey } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { chainEvents, niamh, systemActionsWithCode } from './events.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  await systemActionsWithCode(app, 'AUDH')
})
afterAll(() => app.close())

describe('getAuditStatus', () => {
  it('shows the end of the chain, the signed and unchained events, and the key', async () => {
    const { body } = await niamh(app).get('/audit/status')
    expect(body).toMatchObject({
      lastHash: expect.stringMatching(/^[\da-f]{64}$/),
      waiting: 0,
      waitingSince: null,
      checkpoint: { seq: body.lastSeq, hash: body.lastHash, keyId: body.key.id },
      kept: 'log',
      verification: null,
      can: { verify: true, erase: true },
    })
    expect(createPublicKey(body.key.publicKey).asymmetricKeyType).toBe('ed25519')
    await niamh(app).post('/towers', {})
    const statusAfter = (await niamh(app).get('/audit/status')).body
    expect(statusAfter).toMatchObject({ lastSeq: body.lastSeq, waiting: 1, waitingSince: expect.stringMatching(/^20/) })
    await chainEvents(app)
    expect((await niamh(app).get('/audit/status')).body).toMatchObject({ lastSeq: body.lastSeq + 1, waiting: 0 })
  })

  it('shows auditors which actions are only for administrators', async () => {
    const { can } = (await app.as(app.persona('Grace').id).get('/audit/status')).body
    expect(can).toEqual({ verify: true, erase: expect.any(String) })
  })

  roleSuite(
    'getAuditStatus',
    () => app,
    () => ({ path: '/audit/status' }),
  )

  it('rejects unknown parameters', async () => {
    expect((await niamh(app).get('/audit/status?page=2')).status).toBe(400)
  })
})
