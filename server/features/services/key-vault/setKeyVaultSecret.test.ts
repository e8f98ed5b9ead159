import fs from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { opennessOf } from '../../../../simulator/keyvault/openness.ts'
import { lookUpSecret } from '../../../../simulator/keyvault/secretStore.ts'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { until } from '../../../../test/until.ts'

let app: TestApp
/** All lines of the server's log at every level. */
const log: string[] = []
beforeAll(async () => {
  const { write } = fs
  vi.spyOn(fs, 'write').mockImplementation(((fd: number, text: string, ...rest: ((error: null, bytes: number) => void)[]) => {
    if (fd !== 1) return Reflect.apply(write, fs, [fd, text, ...rest])
    log.push(String(text))
    setImmediate(rest.at(-1)!, null, Buffer.byteLength(text))
  }) as never)
  vi.stubEnv('SLIPWAY_TEST_LOG', 'trace')
  app = await startTestApp({ work: false })
})
afterAll(async () => {
  await app.close()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

const path = '/utils/setKeyVaultSecret'
const canary = 'cAnArY"\\ü-3f9a-must-not-be-seen'
const plain = 'must-not-be-seen'
const daniel = () => app.persona('Daniel').id
const owner = () => app.as(daniel())
const vaultOf = ({ name, id }: { name: string; id: string }) => `kv-${name.replace(/[^a-z0-9]/g, '').slice(0, 16)}${id.slice(0, 4)}`
const mine = (openness = 'open') =>
  app.company.accounts.find(
    (account) => account.status === 'active' && account.ownerIds.includes(daniel()) && opennessOf({ name: vaultOf(account) }) === openness,
  )!
const wanted = (more: object = {}) => ({ accountId: mine().id, vaultName: vaultOf(mine()), name: 'till-api-key', value: canary, ...more })
const held = (name: string) => lookUpSecret(app.simulator, vaultOf(mine()), name)
const puts = () => app.simulator.exchanges.list().filter(({ service, method }) => service === 'keyvault' && method === 'PUT')
const events = () => app.db.selectFrom('audit_events').selectAll().where('operation', '=', 'setKeyVaultSecret').orderBy('id').execute()

async function everythingKept(): Promise<string> {
  const tables = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`.execute(
    app.db,
  )
  const texts = await Promise.all(
    tables.rows.map(async ({ name }) => {
      const rows = await sql<{ text: string }>`select coalesce(string_agg(t::text, ' '), '') as text from ${sql.raw(name)} t`.execute(
        app.db,
      )
      return rows.rows[0]!.text
    }),
  )
  return texts.join('\n')
}

describe('setKeyVaultSecret', () => {
  it('creates a version with its dates and labels, and returns everything but the value', async () => {
    const dates = { notBefore: '2030-01-01T00:00:00Z', expiresOn: '2031-01-01T00:00:00Z' }
    const { status, body } = await owner().post(
      path,
      wanted({ ...dates, contentType: 'text/plain', tags: { team: 'tills' }, enabled: false }),
    )
    expect(status).toBe(200)
    const [version] = held('till-api-key')!.versions
    expect(version).toMatchObject({ value: canary, enabled: false, nbf: 1_893_456_000, exp: 1_924_992_000, contentType: 'text/plain' })
    expect(body).toEqual({
      id: expect.stringContaining(`.vault.azure.net/secrets/till-api-key/${version!.version}`),
      vault: vaultOf(mine()),
      name: 'till-api-key',
      version: version!.version,
      contentType: 'text/plain',
      enabled: false,
      notBefore: '2030-01-01T00:00:00.000Z',
      expiresOn: '2031-01-01T00:00:00.000Z',
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      tags: { team: 'tills' },
      recovered: false,
    })
  })

  it('is audited before and after the call to the vault', async () => {
    const [started, done] = (await events()).slice(-2)
    expect(started).toMatchObject({ outcome: 'allowed', subject_id: mine().id, after: { stage: 'begun', name: 'till-api-key' } })
    expect(done).toMatchObject({
      outcome: 'allowed',
      request_id: started!.request_id,
      after: { stage: 'done', version: held('till-api-key')!.versions[0]!.version },
    })
  })

  it('creates one version for a repeated Idempotency-Key, and none for another value with it', async () => {
    const send = (value: string) => owner().post(path, wanted({ name: 'idem', value }), { 'idempotency-key': 'same' })
    const [first, repeated, other] = [await send(canary), await send(canary), await send('another')]
    expect([first.status, repeated.status, other.status]).toEqual([200, 200, 422])
    expect(repeated.body).toEqual(first.body)
    expect(held('idem')!.versions).toHaveLength(1)
  })

  it('reports that a deleted secret has the name, and recovers it on request', async () => {
    const legacy = wanted({ name: 'erp-legacy-password' })
    const refused = await owner().post(path, legacy)
    expect(refused).toMatchObject({ status: 409, body: { code: 'conflict', message: expect.stringContaining('Recover it') } })
    const { status, body } = await owner().post(path, { ...legacy, recover: true })
    expect([status, body.recovered]).toEqual([200, true])
    expect(held('erp-legacy-password')!.versions.map(({ value }) => value)).toEqual(['simulated-old', canary])
  })

  it('accepts recovery of a secret that is not deleted', async () => {
    const { status, body } = await owner().post(path, wanted({ name: 'fresh', recover: true }))
    expect([status, body.recovered]).toEqual([200, false])
  })

  it('allows administrators to set secrets for owners', async () => {
    expect((await app.as(app.persona('Niamh').id).post(path, wanted({ name: 'by-admin' }))).status).toBe(200)
  })

  roleSuite(
    'setKeyVaultSecret',
    () => app,
    () => ({ path, body: wanted() }),
  )

  it('denies auditors and other owners, without a call to the vault', async () => {
    const before = puts().length
    expect((await app.as(app.persona('Grace').id).post(path, wanted())).status).toBe(403)
    const other = app.company.accounts.find(({ status, ownerIds }) => status === 'active' && !ownerIds.includes(daniel()))!
    expect((await owner().post(path, wanted({ accountId: other.id, vaultName: vaultOf(other) }))).status).toBe(403)
    expect(puts()).toHaveLength(before)
  })

  it('returns 404 for a vault of another account', async () => {
    const other = app.company.accounts.find(({ status, ownerIds }) => status === 'active' && !ownerIds.includes(daniel()))!
    expect(await owner().post(path, wanted({ vaultName: vaultOf(other) }))).toMatchObject({ status: 404, body: { code: 'notFound' } })
  })

  it('rejects a vault with an address outside the vault domain', async () => {
    const before = puts().length
    const value = [{ id: '/x', name: vaultOf(mine()), location: 'uksouth', properties: { vaultUri: 'https://evil.example/' } }]
    const fault = app.simulator.faults.add({
      service: 'arm',
      path: 'Microsoft.KeyVault/vaults',
      action: { kind: 'status', status: 200, body: { value } },
    })
    expect(await owner().post(path, wanted())).toMatchObject({
      status: 502,
      body: { message: expect.stringContaining('sends nothing to it') },
    })
    app.simulator.faults.remove(fault)
    expect(puts()).toHaveLength(before)
  })

  it.each([
    [{ vaultName: 'evil.example#' }],
    [{ vaultName: 'a--b' }],
    [{ name: '../keys' }],
    [{ name: 'x'.repeat(128) }],
    [{ value: '' }],
    [{ value: `${plain}${'ü'.repeat(12_600)}` }],
    [{ value: 7 }],
    [{ expiresOn: '2001-01-01T00:00:00Z' }],
    [{ expiresOn: '2031-01-01T00:00:00Z', notBefore: '2032-01-01T00:00:00Z' }],
    [{ tags: Object.fromEntries(Array.from({ length: 16 }, (_, n) => [`t${n}`, ''])) }],
    [{ vaultUri: 'https://evil.example' }],
  ])('rejects invalid input, without repeating the value: %j', async (change) => {
    const { status, body } = await owner().post(path, wanted(change))
    expect(status).toBe(400)
    expect(JSON.stringify(body)).not.toContain(plain)
  })

  it.each([
    [403, 'ForbiddenByRbac', 502, /Key Vault Secrets Officer/],
    [403, 'ForbiddenByFirewall', 502, /firewall of/],
    [403, 'ForbiddenByConnection', 502, /private endpoint/],
    [403, 'Somehow', 502, /denies access to Slipway/],
    [401, 'Unauthorized', 502, /another directory/],
    [409, 'ObjectIsBeingDeleted', 409, /being deleted/],
    [404, 'VaultNotFound', 404, /no longer exists/],
    [400, 'BadParameter', 400, /rejected the secret/],
  ])('reports %i %s in its own text, although the vault repeats the input', async (status, inner, answered, message) => {
    const body = { error: { code: 'Forbidden', message: `You sent ${canary}`, innererror: { code: inner } } }
    const fault = app.simulator.faults.add({ service: 'keyvault', method: 'PUT', action: { kind: 'status', status, body } })
    const answer = await owner().post(path, wanted())
    app.simulator.faults.remove(fault)
    expect([answer.status, answer.body.message]).toEqual([answered, expect.stringMatching(message)])
    expect((await events()).at(-1)).toMatchObject({ outcome: 'failed', subject_id: mine().id })
  })

  it('explains a vault with a closed network, and one without a role', async () => {
    for (const [openness, message] of [
      ['firewall', /firewall of/],
      ['noRole', /Key Vault Secrets Officer/],
    ] as const) {
      const account = app.company.accounts.find(
        ({ status, name, id }) => status === 'active' && opennessOf({ name: vaultOf({ name, id }) }) === openness,
      )!
      const answer = await app.as(app.persona('Niamh').id).post(path, wanted({ accountId: account.id, vaultName: vaultOf(account) }))
      expect(answer).toMatchObject({ status: 502, body: { message: expect.stringMatching(message) } })
    }
  })

  it('rejects an account without a subscription or vault', async () => {
    const gone = app.company.accounts.find(({ status }) => status === 'decommissioned')!
    const admin = app.as(app.persona('Niamh').id)
    expect((await admin.post(path, wanted({ accountId: gone.id }))).status).toBe(409)
    expect((await admin.post(path, wanted({ accountId: crypto.randomUUID() }))).status).toBe(404)
  })

  it('stores the value in no table or log, whatever the vault returns', async () => {
    const faults = [
      { kind: 'status', status: 418, body: { error: { code: canary, message: canary } } },
      { kind: 'status', status: 200, body: { value: canary, id: canary } },
    ] as const
    for (const action of faults) {
      const fault = app.simulator.faults.add({ service: 'keyvault', method: 'PUT', action })
      const answer = await owner().post(path, wanted(), { 'idempotency-key': crypto.randomUUID() })
      app.simulator.faults.remove(fault)
      expect(JSON.stringify(answer)).not.toContain(plain)
    }
    const kept = await everythingKept()
    expect(kept).toContain('till-api-key')
    expect(kept).not.toContain(plain)
    await until(async () => log.join('').split('/secrets/till-api-key').length > 5)
    expect(log.join('')).not.toContain(plain)
  })
})
