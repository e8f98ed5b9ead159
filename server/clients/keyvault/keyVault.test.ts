import { SecretClient } from '@azure/keyvault-secrets'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { SampleAccount } from '../../../sample/shapes.ts'
import { keyVaultAudience, platformServicePrincipalId } from '../../../simulator/core/constants.ts'
import { vaultAccessOf } from '../../../simulator/keyvault/vaultAccess.ts'
import { createClients } from '../clients.ts'
import { systemClock } from '../clock.ts'
import { ExternalError } from '../externalError.ts'
import { startTestWorld, type TestWorld } from '../testWorld.ts'
import { invalidVaultName } from './keyVault.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startTestWorld()
})
afterEach(() => world.clearCache())
afterAll(() => world.close())

const canary = 'kv-canary-"7c1f"-ü'
const vaultOf = ({ name, id }: SampleAccount) => `kv-${name.replace(/[^a-z0-9]/g, '').slice(0, 16)}${id.slice(0, 4)}`
const vault = () =>
  vaultOf(world.sim.company.accounts.find((each) => each.status === 'active' && vaultAccessOf({ name: vaultOf(each) }) === 'open')!)
const set = (name: string, shouldRecover = false) =>
  world.clients.keyVault.setSecret(vault(), name, { value: canary, attributes: { enabled: true } }, shouldRecover)
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail('it should have failed'),
    (error: unknown) => error as ExternalError,
  )

describe('the official client with simulated vaults', () => {
  it('sets, reads, lists, deletes and recovers a secret, and reports the name of a deleted one', async () => {
    // Slipway can neither read nor delete secrets, so the test does both with another identity.
    const credential = {
      getToken: async () => ({
        token: await world.sim.mintToken({ oid: platformServicePrincipalId, audience: keyVaultAudience }),
        expiresOnTimestamp: Date.now() + 3_600_000,
      }),
    }
    const client = new SecretClient(`${world.sim.origins.keyvault}/${vault()}`, credential, { disableChallengeResourceVerification: true })
    const expiresOn = new Date('2031-01-01T00:00:00Z')
    const created = await client.setSecret('official', 'one', { expiresOn, contentType: 'text/plain', tags: { by: 'sdk' } })
    expect(created).toMatchObject({
      name: 'official',
      value: 'one',
      properties: { expiresOn, enabled: true, contentType: 'text/plain', tags: { by: 'sdk' } },
    })
    await client.setSecret('official', 'two')
    expect((await client.getSecret('official')).value).toBe('two')
    expect((await client.getSecret('official', { version: created.properties.version! })).value).toBe('one')
    const versions: (string | undefined)[] = []
    for await (const { version } of client.listPropertiesOfSecretVersions('official')) versions.push(version)
    expect(versions).toEqual([created.properties.version, expect.any(String)])
    const names: string[] = []
    for await (const { name } of client.listPropertiesOfSecrets()) names.push(name)
    expect(names).toContain('official')
    await (await client.beginDeleteSecret('official', { intervalInMs: 10 })).pollUntilDone()
    await expect(client.getSecret('official')).rejects.toMatchObject({ statusCode: 404, code: 'SecretNotFound' })
    await expect(client.setSecret('official', 'three')).rejects.toMatchObject({ statusCode: 409 })
    await (await client.beginRecoverDeletedSecret('official', { intervalInMs: 10 })).pollUntilDone()
    expect((await client.getSecret('official')).value).toBe('two')
  })
})

describe('Slipway’s own client', () => {
  it('sets and lists secrets with one token, and doesn’t return a value', async () => {
    const created = await set('own')
    expect(created).toMatchObject({ id: expect.stringContaining('/secrets/own/'), recovered: false })
    const { items, more } = await world.clients.keyVault.listSecrets(vault())
    expect(items.map(({ id }) => id.split('/').at(-1))).toContain('own')
    expect(more).toBe(false)
    expect(world.calls('keyvault')[0]).toBe(`PUT /${vault()}/secrets/own`)
  })

  it('recovers a deleted secret and waits for it, even when the response is lost', async () => {
    world.sim.faults.add({ service: 'keyvault', path: '/recover', count: 1, action: { kind: 'reset', when: 'after' } })
    expect(await failure(set('erp-legacy-password'))).toMatchObject({ code: 'ObjectIsDeletedButRecoverable', status: 409 })
    expect(await set('erp-legacy-password', true)).toMatchObject({ recovered: true })
  })

  it.each([
    ['an answer that breaks off', { kind: 'truncate' }],
    ['a failure that repeats what was sent', { kind: 'status', status: 500, body: { error: { code: canary, message: canary } } }],
    ['an unknown rejection', { kind: 'status', status: 422, body: { error: { code: 'New', message: canary } } }],
    ['an answer of another shape', { kind: 'status', status: 200, body: { id: 7, value: canary } }],
    ['a web page', { kind: 'status', status: 200, body: `<html>${canary}</html>`, headers: { 'content-type': 'text/html' } }],
    ['too many requests, with no word how long to wait', { kind: 'status', status: 429, body: { error: { message: canary } } }],
    ['a lost connection', { kind: 'reset', when: 'midBody' }],
  ] as const)('reveals nothing of the value after %s', async (_, action) => {
    world.sim.faults.add({ service: 'keyvault', method: 'PUT', action })
    const error = await failure(set('unlucky'))
    expect(error).toBeInstanceOf(ExternalError)
    const serialized = JSON.stringify([error, error.message, error.stack, error.excerpt, error.code, String(error.cause)]) + world.log()
    expect(serialized).not.toContain('canary')
  })

  it('retries when the vault is busy', async () => {
    world.sim.faults.add({ service: 'keyvault', method: 'PUT', count: 2, action: { kind: 'status', status: 429 } })
    expect(await set('patient')).toMatchObject({ recovered: false })
  })

  it('reports a vault name that does not resolve', async () => {
    const keyVault = { ...world.config.keyVault, endpoint: 'https://{vault}.vault.invalid' }
    const clock = { now: systemClock.now, wait: () => Promise.resolve() }
    const noop = () => undefined
    const clients = createClients({ ...world.config, keyVault }, { logger: { debug: noop, info: noop, warn: noop }, clock })
    expect(await failure(clients.keyVault.listSecrets('kv-nowhere'))).toMatchObject({ code: 'unreachable' })
  })

  it('accepts only the configured URL of a vault, and rejects invalid vault names', async () => {
    const { keyVault } = world.clients
    const vaultUrl = `${world.sim.origins.keyvault}/kv-a1b`
    expect([vaultUrl, `${vaultUrl}/`, vaultUrl.replace('kv-a1b', 'KV-A1B')].map((uri) => keyVault.isAt('kv-a1b', uri))).toEqual([
      true,
      true,
      true,
    ])
    for (const uri of [`${vaultUrl}.evil.example`, `${vaultUrl}/x`, 'https://evil.example/kv-a1b', 'nonsense', `${vaultUrl}?x=1`])
      expect(keyVault.isAt('kv-a1b', uri)).toBe(false)
    for (const name of ['..', 'a/b', 'evil.example#', '', 'x@y', `${'k'.repeat(25)}`])
      await expect(keyVault.listSecrets(name)).rejects.toThrow(invalidVaultName)
  })
})
