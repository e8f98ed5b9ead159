import { SecretClient } from '@azure/keyvault-secrets'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listResources } from '../../simulator/arm/resourceStore.ts'
import { findSubscription } from '../../simulator/arm/subscriptionStore.ts'
import { pipelineClientId, pipelineClientSecret } from '../../simulator/core/constants.ts'
import { vaultAccessOf } from '../../simulator/keyvault/vaultAccess.ts'
import { type Cloud, credentialOf, items, startCloud } from './cloud.ts'

let cloud: Cloud
beforeAll(async () => {
  cloud = await startCloud()
})
afterAll(() => cloud.close())

function findVaultWithAccess(vaultAccess: ReturnType<typeof vaultAccessOf>): string {
  for (const { subscriptionId, status } of cloud.sim.company.accounts) {
    if (status !== 'active') continue
    const vaults = listResources(cloud.sim, findSubscription(cloud.sim, subscriptionId))
    const match = vaults.find((each) => each.type.toLowerCase() === 'microsoft.keyvault/vaults' && vaultAccessOf(each) === vaultAccess)
    if (match) return match.name
  }
  throw new Error(`No vault is ${vaultAccess}.`)
}
const clientOf = (vault: string, credential = cloud.credential) =>
  new SecretClient(`${cloud.sim.origins.keyvault}/${vault}`, credential, { disableChallengeResourceVerification: true })

it('responds to a vault’s challenge with one token for all calls', async () => {
  const client = clientOf(findVaultWithAccess('open'))
  cloud.sim.exchanges.clear()
  await client.setSecret('challenged', 'one')
  await client.getSecret('challenged')
  const vaultExchanges = cloud.sim.exchanges.list().filter(({ service }) => service === 'keyvault')
  expect(vaultExchanges.map(({ method, status }) => `${method} ${status}`)).toEqual(['PUT 401', 'PUT 200', 'GET 200'])
  expect(vaultExchanges[0]!.responseHeaders['www-authenticate']).toContain('resource="https://vault.azure.net"')
})

it('responds to a vault’s claims challenge with a new token', async () => {
  const client = clientOf(findVaultWithAccess('open'))
  await client.setSecret('claims', 'one')
  const claims = Buffer.from('{"access_token":{"nbf":{"essential":true,"value":"1"}}}').toString('base64')
  const authority = `${cloud.sim.origins.identity}/${cloud.sim.tenantId}`
  cloud.sim.faults.add({
    service: 'keyvault',
    path: '/secrets/claims',
    count: 1,
    action: {
      kind: 'status',
      status: 401,
      headers: { 'www-authenticate': `Bearer authorization="${authority}", error="insufficient_claims", claims="${claims}"` },
      body: { error: { code: 'Unauthorized', message: 'AKV10022: Token is revoked.' } },
    },
  })
  expect((await client.getSecret('claims')).value).toBe('one')
})

it('lists secrets to the last page', async () => {
  const client = clientOf(findVaultWithAccess('open'))
  for (let n = 0; n < 27; n++) await client.setSecret(`page-${n}`, 'x')
  const names = (await items(client.listPropertiesOfSecrets())).map(({ name }) => name)
  expect(names.filter((name) => name.startsWith('page-'))).toHaveLength(27)
})

it('deletes a secret, gets a conflict for its name, and recovers the secret with the client’s poller', async () => {
  const client = clientOf(findVaultWithAccess('open'))
  await client.setSecret('gone', 'one', { expiresOn: new Date('2031-01-01T00:00:00Z') })
  await (await client.beginDeleteSecret('gone', { intervalInMs: 10 })).pollUntilDone()
  await expect(client.setSecret('gone', 'two')).rejects.toMatchObject({ name: 'RestError', statusCode: 409, code: 'Conflict' })
  const recoveredSecret = await (await client.beginRecoverDeletedSecret('gone', { intervalInMs: 10 })).pollUntilDone()
  expect(recoveredSecret).toMatchObject({ name: 'gone', expiresOn: new Date('2031-01-01T00:00:00Z') })
  expect((await client.getSecret('gone')).value).toBe('one')
})

it('reports the reason why a vault denies the caller', async () => {
  const withoutRoles = credentialOf(cloud.sim, pipelineClientId, pipelineClientSecret)
  for (const [vaultAccess, credential] of [
    ['firewall', cloud.credential],
    ['open', withoutRoles],
  ] as const)
    await expect(items(clientOf(findVaultWithAccess(vaultAccess), credential).listPropertiesOfSecrets())).rejects.toMatchObject({
      name: 'RestError',
      statusCode: 403,
      code: 'Forbidden',
    })
})

it('waits for the requested delay when calls are throttled', async () => {
  const client = clientOf(findVaultWithAccess('open'))
  await client.setSecret('slow', 'x')
  cloud.throttleOnce('keyvault', '/secrets/slow')
  const startedAt = Date.now()
  expect((await client.getSecret('slow')).value).toBe('x')
  expect(Date.now() - startedAt).toBeGreaterThanOrEqual(990)
})
