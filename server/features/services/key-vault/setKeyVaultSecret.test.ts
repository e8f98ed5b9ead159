import fs from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { lookUpSecret } from '../../../../simulator/keyvault/secretStore.ts'
import { vaultAccessOf } from '../../../../simulator/keyvault/vaultAccess.ts'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { until } from '../../../../test/until.ts'
import { vaultErrors } from './explain.ts'

let app: TestApp
const log: string[] = []
beforeAll(async () => {
  const { write } = fs
  vi.spyOn(fs, 'write').mockImplementation(((fd: number, text: string, ...remaining: ((error: null, bytes: number) => void)[]) => {
    if (fd !== 1) return Reflect.apply(write, fs, [fd, text, ...remaining])
    log.push(String(text))
    setImmediate(remaining.at(-1)!, null, Buffer.byteLength(text))
  }) as never)
  vi.stubEnv('SLIPWAY_TEST_LOG', 'trace')
  app = await startTestApp({ runJobs: false })
})
afterAll(async () => {
  await app.close()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

const path = '/utils/setKeyVaultSecret'
const canary = 'cAnArY"\\ü-3f9a-must-not-be-seen'
const plainSecret = 'must-not-be-seen'
const daniel = () => app.persona('Daniel').id
const owner = () => app.as(daniel())
const vaultOf = ({ name, id }: { name: string; id: string }) => `kv-${name.replace(/[^a-z0-9]/g, '').slice(0, 16)}${id.slice(0, 4)}`
const findOwnAccount = (vaultAccess = 'open') =>
  app.company.accounts.find(
    (account) =>
      account.status === 'active' && account.ownerIds.includes(daniel()) && vaultAccessOf({ name: vaultOf(account) }) === vaultAccess,
  )!
const buildBody = (overrides: object = {}) => ({
  accountId: findOwnAccount().id,
  vaultName: vaultOf(findOwnAccount()),
  name: 'till-api-key',
  value: canary,
  ...overrides,
})
const readSecret = (name: string) => lookUpSecret(app.simulator, vaultOf(findOwnAccount()), name)
const listPuts = () => app.simulator.exchanges.list().filter(({ service, method }) => service === 'keyvault' && method === 'PUT')
const events = () => app.db.selectFrom('audit_events').selectAll().where('operation', '=', 'setKeyVaultSecret').orderBy('id').execute()

async function readAllStored(): Promise<string> {
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
      buildBody({ ...dates, contentType: 'text/plain', tags: { team: 'tills' }, enabled: false }),
    )
    expect(status).toBe(200)
    const [version] = readSecret('till-api-key')!.versions
    expect(version).toMatchObject({ value: canary, enabled: false, nbf: 1_893_456_000, exp: 1_924_992_000, contentType: 'text/plain' })
    expect(body).toEqual({
      id: expect.stringContaining(`.vault.azure.net/secrets/till-api-key/${version!.version}`),
      vault: vaultOf(findOwnAccount()),
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
    const [startEvent, endEvent] = (await events()).slice(-2)
    expect(startEvent).toMatchObject({
      outcome: 'allowed',
      subject_id: findOwnAccount().id,
      after: { stage: 'started', name: 'till-api-key' },
    })
    expect(endEvent).toMatchObject({
      outcome: 'allowed',
      request_id: startEvent!.request_id,
      after: { stage: 'done', version: readSecret('till-api-key')!.versions[0]!.version },
    })
  })

  it('creates one version for a repeated Idempotency-Key, and none if the value differs', async () => {
    const send = (value: string) => owner().post(path, buildBody({ name: 'idem', value }), { 'idempotency-key': 'same' })
    const [firstResponse, repeated, otherAccount] = [await send(canary), await send(canary), await send('another')]
    expect([firstResponse.status, repeated.status, otherAccount.status]).toEqual([200, 200, 422])
    expect(repeated.body).toEqual(firstResponse.body)
    expect(readSecret('idem')!.versions).toHaveLength(1)
  })

  it('reports that a deleted secret has the same name, and recovers it on request', async () => {
    const legacySecretBody = buildBody({ name: 'erp-legacy-password' })
    const rejection = await owner().post(path, legacySecretBody)
    expect(rejection).toMatchObject({
      status: 409,
      body: { code: 'conflict', message: vaultErrors['ObjectIsDeletedButRecoverable']![1](legacySecretBody.vaultName) },
    })
    const { status, body } = await owner().post(path, { ...legacySecretBody, recover: true })
    expect([status, body.recovered]).toEqual([200, true])
    expect(readSecret('erp-legacy-password')!.versions.map(({ value }) => value)).toEqual(['simulated-old', canary])
  })

  it('accepts recovery of a secret that is not deleted', async () => {
    const { status, body } = await owner().post(path, buildBody({ name: 'fresh', recover: true }))
    expect([status, body.recovered]).toEqual([200, false])
  })

  it('allows administrators to set secrets for owners', async () => {
    expect((await app.as(app.persona('Niamh').id).post(path, buildBody({ name: 'by-admin' }))).status).toBe(200)
  })

  roleSuite(
    'setKeyVaultSecret',
    () => app,
    () => ({ path, body: buildBody() }),
  )

  it('denies auditors and other owners, without a call to the vault', async () => {
    const countBefore = listPuts().length
    expect((await app.as(app.persona('Grace').id).post(path, buildBody())).status).toBe(403)
    const otherAccount = app.company.accounts.find(({ status, ownerIds }) => status === 'active' && !ownerIds.includes(daniel()))!
    expect((await owner().post(path, buildBody({ accountId: otherAccount.id, vaultName: vaultOf(otherAccount) }))).status).toBe(403)
    expect(listPuts()).toHaveLength(countBefore)
  })

  it('returns 404 for a vault of another account', async () => {
    const otherAccount = app.company.accounts.find(({ status, ownerIds }) => status === 'active' && !ownerIds.includes(daniel()))!
    expect(await owner().post(path, buildBody({ vaultName: vaultOf(otherAccount) }))).toMatchObject({
      status: 404,
      body: { code: 'notFound' },
    })
  })

  it('rejects a vault with a URL outside the vault domain', async () => {
    const countBefore = listPuts().length
    const value = [{ id: '/x', name: vaultOf(findOwnAccount()), location: 'uksouth', properties: { vaultUri: 'https://evil.example/' } }]
    const fault = app.simulator.faults.add({
      service: 'arm',
      path: 'Microsoft.KeyVault/vaults',
      action: { kind: 'status', status: 200, body: { value } },
    })
    expect(await owner().post(path, buildBody())).toMatchObject({
      status: 502,
      body: { message: expect.stringContaining('SLIPWAY_KEYVAULT_ENDPOINT') },
    })
    app.simulator.faults.remove(fault)
    expect(listPuts()).toHaveLength(countBefore)
  })

  it.each([
    [{ vaultName: 'evil.example#' }],
    [{ vaultName: 'a--b' }],
    [{ name: '../keys' }],
    [{ name: 'x'.repeat(128) }],
    [{ value: '' }],
    [{ value: `${plainSecret}${'ü'.repeat(12_600)}` }],
    [{ value: 7 }],
    [{ expiresOn: '2001-01-01T00:00:00Z' }],
    [{ expiresOn: '2031-01-01T00:00:00Z', notBefore: '2032-01-01T00:00:00Z' }],
    [{ tags: Object.fromEntries(Array.from({ length: 16 }, (_, n) => [`t${n}`, ''])) }],
    [{ vaultUri: 'https://evil.example' }],
  ])('rejects invalid input, without repeating the value: %j', async (overrides) => {
    const { status, body } = await owner().post(path, buildBody(overrides))
    expect(status).toBe(400)
    expect(JSON.stringify(body)).not.toContain(plainSecret)
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
  ])(
    'reports %i %s in Slipway’s own words, because the vault’s message repeats the input',
    async (status, inner, expectedStatus, message) => {
      const body = { error: { code: 'Forbidden', message: `You sent ${canary}`, innererror: { code: inner } } }
      const fault = app.simulator.faults.add({ service: 'keyvault', method: 'PUT', action: { kind: 'status', status, body } })
      const response = await owner().post(path, buildBody())
      app.simulator.faults.remove(fault)
      expect([response.status, response.body.message]).toEqual([expectedStatus, expect.stringMatching(message)])
      expect((await events()).at(-1)).toMatchObject({ outcome: 'failed', subject_id: findOwnAccount().id })
    },
  )

  it('does not claim that nothing was changed if the vault’s response is lost', async () => {
    const fault = app.simulator.faults.add({ service: 'keyvault', method: 'PUT', action: { kind: 'reset', when: 'after' } })
    const response = await owner().post(path, buildBody({ name: 'lost-answer' }))
    app.simulator.faults.remove(fault)
    expect(response).toMatchObject({ status: 503, body: { code: 'outcomeUnknown' } })
    expect(readSecret('lost-answer')!.versions.length).toBeGreaterThan(0)
    expect((await events()).at(-1)).toMatchObject({ outcome: 'allowed', after: { stage: 'started', name: 'lost-answer' } })
  })

  it('explains a vault with a closed network, and one where Slipway has no role', async () => {
    const missing = { name: 'Microsoft.KeyVault/vaults/secrets/setSecret/action', scope: '' }
    for (const [vaultAccess, code] of [
      ['firewall', 'ForbiddenByFirewall'],
      ['noRole', 'ForbiddenByRbac'],
    ] as const) {
      const account = app.company.accounts.find(
        ({ status, name, id }) => status === 'active' && vaultAccessOf({ name: vaultOf({ name, id }) }) === vaultAccess,
      )!
      const response = await app.as(app.persona('Niamh').id).post(path, buildBody({ accountId: account.id, vaultName: vaultOf(account) }))
      expect(response).toMatchObject({ status: 502, body: { message: vaultErrors[code]![1](vaultOf(account), missing) } })
    }
  })

  it('rejects an account without a subscription or vault', async () => {
    const deletedAccount = app.company.accounts.find(({ status }) => status === 'decommissioned')!
    const admin = app.as(app.persona('Niamh').id)
    expect((await admin.post(path, buildBody({ accountId: deletedAccount.id }))).status).toBe(409)
    expect((await admin.post(path, buildBody({ accountId: crypto.randomUUID() }))).status).toBe(404)
  })

  it('doesn’t store the value in any table or log, whatever the vault’s response', async () => {
    const faults = [
      { kind: 'status', status: 418, body: { error: { code: canary, message: canary } } },
      { kind: 'status', status: 200, body: { value: canary, id: canary } },
    ] as const
    for (const action of faults) {
      const fault = app.simulator.faults.add({ service: 'keyvault', method: 'PUT', action })
      const response = await owner().post(path, buildBody(), { 'idempotency-key': crypto.randomUUID() })
      app.simulator.faults.remove(fault)
      expect(JSON.stringify(response)).not.toContain(plainSecret)
    }
    const stored = await readAllStored()
    expect(stored).toContain('till-api-key')
    expect(stored).not.toContain(plainSecret)
    await until(async () => log.join('').split('/secrets/till-api-key').length > 5)
    expect(log.join('')).not.toContain(plainSecret)
  })
})
