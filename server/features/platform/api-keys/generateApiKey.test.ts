import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { keyPattern } from '../../../auth/keys.ts'
import { generate, isAccepted } from './apiKeys.fixture.ts'

let app: TestApp
let time = new Date()
beforeAll(async () => {
  app = await startTestApp({ runJobs: false, now: () => time })
})
afterAll(() => app.close())

const path = '/admin/api-keys/generate'
const admin = () => app.as(app.persona('Niamh').id)
const dayMs = 86_400_000

describe('generateApiKey', () => {
  it('returns the key once, stores only its hash, and forbids caching', async () => {
    const response = await admin().post(path, { name: 'Store rollout', scopes: ['edge:complete', 'pipeline:requeue'] })
    expect([response.status, response.headers['cache-control']]).toEqual([201, 'no-store'])
    const { key, ...remaining } = response.body
    expect(key).toMatch(new RegExp(`^${keyPattern.source}$`))
    expect(remaining).toMatchObject({
      name: 'Store rollout',
      prefix: key.slice(0, 16),
      scopes: ['edge:complete', 'pipeline:requeue'],
      accounts: [],
      owner: { displayName: 'Niamh Brennan' },
      createdBy: { displayName: 'Niamh Brennan' },
      lastUsedAt: null,
      state: 'active',
      can: { update: true, revoke: true },
    })
    expect(new Date(remaining.expiresAt).getTime() - new Date(remaining.createdAt).getTime()).toBe(90 * dayMs)
    const row = await app.db.selectFrom('api_keys').selectAll().where('id', '=', remaining.id).executeTakeFirstOrThrow()
    expect(row.hash!.length).toBe(32)
    const event = await app.db.selectFrom('audit_events').selectAll().where('subject_id', '=', remaining.id).executeTakeFirstOrThrow()
    expect(event).toMatchObject({ operation: 'generateApiKey', outcome: 'allowed', subject_kind: 'apiKey', after: remaining })
    expect(JSON.stringify([row, event])).not.toContain(key)
    expect(await isAccepted(app, key)).toBe(true)
  })

  it('assigns the requested accounts and owner', async () => {
    const [firstAccount, secondAccount] = app.company.accounts.filter(({ status }) => status === 'active')
    const key = await generate(app, {
      scopes: ['deploy'],
      accountIds: [firstAccount!.id.toUpperCase(), secondAccount!.id],
      ownerId: app.persona('Daniel').id,
      expiresInDays: 365,
    })
    expect(key).toMatchObject({ status: 201, owner: { displayName: 'Daniel Okoro' }, createdBy: { displayName: 'Niamh Brennan' } })
    expect(key.accounts.map(({ id }: { id: string }) => id).sort()).toEqual([firstAccount!.id, secondAccount!.id].sort())
  })

  it('does not store the key for its Idempotency-Key, and doesn’t return it a second time', async () => {
    const body = { name: 'Only once', scopes: ['pipeline:merge'] }
    const idempotencyHeader = { 'idempotency-key': 'one-api-key' }
    const firstResponse = await admin().post(path, body, idempotencyHeader)
    expect(firstResponse.status).toBe(201)
    const stored = await app.db.selectFrom('idempotency_keys').selectAll().where('key', '=', 'one-api-key').executeTakeFirstOrThrow()
    expect([stored.body, JSON.stringify(stored).includes(firstResponse.body.key)]).toEqual([null, false])
    expect(await admin().post(path, body, idempotencyHeader)).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    })
    expect(await admin().post(path, { ...body, name: 'Another' }, idempotencyHeader)).toMatchObject({ status: 422 })
    expect(await app.db.selectFrom('api_keys').select('id').where('name', '=', 'Only once').execute()).toHaveLength(1)
  })

  it('generates a key that is rejected once it expires', async () => {
    const { key } = await generate(app, { expiresInDays: 1 })
    const startedAt = time
    time = new Date(startedAt.getTime() + dayMs - 1_000)
    expect(await isAccepted(app, key)).toBe(true)
    time = new Date(startedAt.getTime() + dayMs)
    expect(await isAccepted(app, key)).toBe(false)
    time = startedAt
  })

  roleSuite(
    'generateApiKey',
    () => app,
    () => ({ path, body: { name: 'Not mine', scopes: ['deploy'] } }),
  )

  it('denies a session without a recent step-up sign-in, with the challenge, and doesn’t create a key', async () => {
    const weakCaller = app.as(app.persona('Niamh').id, ['Slipway.Admin'], { strong: false })
    const response = await weakCaller.post(path, { name: 'Weakly asked', scopes: ['edge:complete'] })
    expect([response.status, response.body.code, response.headers['www-authenticate']]).toEqual([
      401,
      'stepUpNeeded',
      expect.stringContaining('insufficient_claims'),
    ])
    expect(await app.db.selectFrom('api_keys').select('id').where('name', '=', 'Weakly asked').execute()).toEqual([])
  })

  it('rejects the name of an active key, but not of a revoked one', async () => {
    const { id } = await generate(app, { name: 'Checkout pipeline' })
    expect((await admin().post(path, { name: 'CHECKOUT pipeline', scopes: ['edge:complete'] })).body).toMatchObject({
      code: 'nameTaken',
      errors: [{ field: 'name' }],
    })
    await admin().delete(`/admin/api-keys/${id}`)
    expect((await generate(app, { name: 'Checkout pipeline' })).status).toBe(201)
  })

  it('requires accounts for the scope deploy, and rejects them for other scopes', async () => {
    const account = app.company.accounts[0]!.id
    const missingAccountId = '00000000-0000-4000-8000-000000000000'
    expect((await generate(app, { scopes: ['deploy'] })).errors).toMatchObject([{ field: 'accountIds' }])
    expect((await generate(app, { scopes: ['deploy'], accountIds: [] })).errors).toMatchObject([{ field: 'accountIds' }])
    expect((await generate(app, { accountIds: [account] })).errors).toMatchObject([{ field: 'accountIds' }])
    expect((await generate(app, { scopes: ['deploy'], accountIds: [account, missingAccountId] })).errors).toEqual([
      { field: 'accountIds.1', message: expect.any(String) },
    ])
  })

  it('rejects a disabled owner, unknown scopes, no scope, and an end date that is too late', async () => {
    expect((await generate(app, { ownerId: app.persona('Oliver').id })).errors).toMatchObject([{ field: 'ownerId.0' }])
    for (const invalidInput of [
      { scopes: ['admin'] },
      { scopes: [] },
      { scopes: ['deploy', 'deploy'] },
      { expiresInDays: 366 },
      { key: 'slw_x' },
    ])
      expect([invalidInput, (await generate(app, invalidInput)).status]).toEqual([invalidInput, 400])
  })
})
