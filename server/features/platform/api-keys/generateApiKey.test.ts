import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { keyPattern } from '../../../auth/keys.ts'
import { accepted, generate } from './apiKeys.fixture.ts'

let app: TestApp
let at = new Date()
beforeAll(async () => {
  app = await startTestApp({ work: false, now: () => at })
})
afterAll(() => app.close())

const path = '/admin/api-keys/generate'
const admin = () => app.as(app.persona('Niamh').id)
const day = 86_400_000

describe('generateApiKey', () => {
  it('returns the key once, keeps only its hash, and forbids caching', async () => {
    const answer = await admin().post(path, { name: 'Store rollout', scopes: ['edge:complete', 'pipeline:requeue'] })
    expect([answer.status, answer.headers['cache-control']]).toEqual([201, 'no-store'])
    const { key, ...rest } = answer.body
    expect(key).toMatch(new RegExp(`^${keyPattern.source}$`))
    expect(rest).toMatchObject({
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
    expect(new Date(rest.expiresAt).getTime() - new Date(rest.createdAt).getTime()).toBe(90 * day)
    const row = await app.db.selectFrom('api_keys').selectAll().where('id', '=', rest.id).executeTakeFirstOrThrow()
    expect(row.hash!.length).toBe(32)
    const event = await app.db.selectFrom('audit_events').selectAll().where('subject_id', '=', rest.id).executeTakeFirstOrThrow()
    expect(event).toMatchObject({ operation: 'generateApiKey', outcome: 'allowed', subject_kind: 'apiKey', after: rest })
    expect(JSON.stringify([row, event])).not.toContain(key)
    expect(await accepted(app, key)).toBe(true)
  })

  it('assigns the given accounts and owner', async () => {
    const [first, second] = app.company.accounts.filter(({ status }) => status === 'active')
    const key = await generate(app, {
      scopes: ['deploy'],
      accountIds: [first!.id.toUpperCase(), second!.id],
      ownerId: app.persona('Daniel').id,
      expiresInDays: 365,
    })
    expect(key).toMatchObject({ status: 201, owner: { displayName: 'Daniel Okoro' }, createdBy: { displayName: 'Niamh Brennan' } })
    expect(key.accounts.map(({ id }: { id: string }) => id).sort()).toEqual([first!.id, second!.id].sort())
  })

  it('stores and repeats no key for an Idempotency-Key', async () => {
    const body = { name: 'Only once', scopes: ['pipeline:merge'] }
    const once = { 'idempotency-key': 'one-api-key' }
    const first = await admin().post(path, body, once)
    expect(first.status).toBe(201)
    const kept = await app.db.selectFrom('idempotency_keys').selectAll().where('key', '=', 'one-api-key').executeTakeFirstOrThrow()
    expect([kept.body, JSON.stringify(kept).includes(first.body.key)]).toEqual([null, false])
    expect(await admin().post(path, body, once)).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    })
    expect(await admin().post(path, { ...body, name: 'Another' }, once)).toMatchObject({ status: 422 })
    expect(await app.db.selectFrom('api_keys').select('id').where('name', '=', 'Only once').execute()).toHaveLength(1)
  })

  it('generates a key that is rejected once it expires', async () => {
    const { key } = await generate(app, { expiresInDays: 1 })
    const began = at
    at = new Date(began.getTime() + day - 1_000)
    expect(await accepted(app, key)).toBe(true)
    at = new Date(began.getTime() + day)
    expect(await accepted(app, key)).toBe(false)
    at = began
  })

  roleSuite(
    'generateApiKey',
    () => app,
    () => ({ path, body: { name: 'Not mine', scopes: ['deploy'] } }),
  )

  it('denies a session without a recent step-up sign-in, with the challenge, and makes no key', async () => {
    const weak = app.as(app.persona('Niamh').id, ['Slipway.Admin'], { strong: false })
    const answer = await weak.post(path, { name: 'Weakly asked', scopes: ['edge:complete'] })
    expect([answer.status, answer.body.code, answer.headers['www-authenticate']]).toEqual([
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

  it('rejects accounts for scopes without accounts, and requires them for the others', async () => {
    const account = app.company.accounts[0]!.id
    const gone = '00000000-0000-4000-8000-000000000000'
    expect((await generate(app, { scopes: ['deploy'] })).errors).toMatchObject([{ field: 'accountIds' }])
    expect((await generate(app, { scopes: ['deploy'], accountIds: [] })).errors).toMatchObject([{ field: 'accountIds' }])
    expect((await generate(app, { accountIds: [account] })).errors).toMatchObject([{ field: 'accountIds' }])
    expect((await generate(app, { scopes: ['deploy'], accountIds: [account, gone] })).errors).toEqual([
      { field: 'accountIds.1', message: expect.any(String) },
    ])
  })

  it('rejects a disabled owner, unknown scopes, no scope, and too long a life', async () => {
    expect((await generate(app, { ownerId: app.persona('Oliver').id })).errors).toMatchObject([{ field: 'ownerId.0' }])
    for (const wrong of [{ scopes: ['admin'] }, { scopes: [] }, { scopes: ['deploy', 'deploy'] }, { expiresInDays: 366 }, { key: 'slw_x' }])
      expect([wrong, (await generate(app, wrong)).status]).toEqual([wrong, 400])
  })
})
