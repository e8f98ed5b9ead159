import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isAllowed } from '../arm/authorization.ts'
import type { SimResource } from '../arm/resource.ts'
import { keyVaultAudience } from '../core/constants.ts'
import type { Simulator } from '../core/simulator.ts'
import { bundle, deletedItem, idOf, item } from './secretShapes.ts'
import { lookUpSecret, nowSeconds, type SecretVersion, type StoredSecret, saveSecret, secretsOf, versionId } from './secretStore.ts'
import { vaultAccessOf } from './vaultAccess.ts'
import { VaultError } from './vaultError.ts'
import { findVault } from './vaults.ts'

interface Route {
  Params: { vault: string; name: string; version?: string }
  Querystring: Record<string, string>
  Body: Record<string, unknown> | undefined
}

const largestPage = 25

/** Serves the secrets of all vaults at one origin. A vault's name is the first path segment here, but a host name in Azure. */
export function registerKeyVault(app: FastifyInstance, sim: Simulator): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'cache-control': 'no-cache',
      'x-ms-keyvault-region': 'uksouth',
      'x-ms-keyvault-service-version': '1.9.2543.1',
      'x-ms-request-id': randomUUID(),
    })
    const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
    const claims = token === undefined ? undefined : await sim.tokens.verify(token).catch(() => undefined)
    if (claims?.tid === sim.tenantId && claims.aud === keyVaultAudience) {
      request.caller = claims
      return
    }
    reply.header('www-authenticate', `Bearer authorization="${sim.origins.identity}/${sim.tenantId}", resource="${keyVaultAudience}"`)
    const message = token ? 'AKV10022: Invalid audience or token.' : 'AKV10000: Request is missing a Bearer or PoP token.'
    throw new VaultError(401, 'Unauthorized', message)
  })
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    if (error instanceof VaultError) return reply.code(error.status).send(error.body)
    if (error.statusCode === 400) return reply.code(400).send(new VaultError(400, 'BadParameter', 'The request body cannot be read.').body)
    console.error(error)
    return reply.code(500).send({ error: { code: 'InternalServerError', message: 'Internal server error.' } })
  })

  app.get<Route>('/:vault/secrets', (request) => {
    const vault = open(sim, request, 'readMetadata/action')
    const liveSecrets = secretsOf(sim, vault.name).filter(({ deletedAt }) => deletedAt === undefined)
    return page(sim, request, liveSecrets, (secret) => ({ ...item(vault, secret), id: idOf(vault, secret) }))
  })
  app.put<Route>('/:vault/secrets/:name', (request) => put(sim, request))
  app.get<Route>('/:vault/secrets/:name/versions', (request) => {
    const vault = open(sim, request, 'readMetadata/action')
    const secret = find(sim, vault, request.params.name)
    return page(sim, request, secret.versions, (version) => ({
      ...item(vault, { ...secret, versions: [version] }),
      id: `${idOf(vault, secret)}/${version.version}`,
    }))
  })
  for (const path of ['/:vault/secrets/:name', '/:vault/secrets/:name/:version'])
    app.get<Route>(path, (request) => {
      const vault = open(sim, request, 'getSecret/action')
      const secret = find(sim, vault, request.params.name)
      const version = request.params.version
        ? secret.versions.find((each) => each.version === request.params.version)
        : secret.versions.at(-1)
      if (!version) throw loadMissing(request.params.name)
      return bundle(vault, secret, version)
    })
  app.delete<Route>('/:vault/secrets/:name', (request) => {
    const vault = open(sim, request, 'delete')
    const secret = find(sim, vault, request.params.name)
    const deleted = { ...secret, deletedAt: nowSeconds(sim) }
    saveSecret(sim, vault.name, deleted)
    return deletedItem(vault, deleted)
  })
  app.get<Route>('/:vault/deletedsecrets', (request) => {
    const vault = open(sim, request, 'readMetadata/action')
    const deleted = secretsOf(sim, vault.name).filter(({ deletedAt }) => deletedAt !== undefined)
    return page(sim, request, deleted, (secret) => deletedItem(vault, secret))
  })
  app.get<Route>('/:vault/deletedsecrets/:name', (request) => {
    const vault = open(sim, request, 'readMetadata/action')
    return deletedItem(vault, findDeleted(sim, vault, request.params.name))
  })
  app.post<Route>('/:vault/deletedsecrets/:name/recover', (request) => {
    const vault = open(sim, request, 'recover/action')
    const { deletedAt: _, ...secret } = findDeleted(sim, vault, request.params.name)
    const recoveredSecret: StoredSecret = { ...secret, recoveringUntil: sim.clock.now().getTime() + sim.asyncDelayMs }
    saveSecret(sim, vault.name, recoveredSecret)
    const { value: __, ...visible } = bundle(vault, recoveredSecret, recoveredSecret.versions.at(-1)!)
    return visible
  })
  app.delete<Route>('/:vault/deletedsecrets/:name', async (request, reply) => {
    const vault = open(sim, request, 'purge/action')
    const secret = findDeleted(sim, vault, request.params.name)
    if (vault.properties.enablePurgeProtection === true)
      throw new VaultError(
        403,
        'Forbidden',
        'Operation "purge" is not allowed because purge protection is enabled for this vault.',
        'ForbiddenByPolicy',
      )
    saveSecret(sim, vault.name, { ...secret, purged: true })
    return reply.code(204).send()
  })
}

function open(sim: Simulator, request: FastifyRequest<Route>, action: string): SimResource {
  const version = request.query['api-version']
  if (!version || !/^(7\.\d|\d{4}-\d{2}-\d{2})$/.test(version))
    throw new VaultError(400, 'BadParameter', 'The api-version query parameter is missing or not supported.')
  const vault = findVault(sim, request.params.vault)
  // A missing vault has no host name in Azure.
  if (!vault) throw new VaultError(404, 'VaultNotFound', `No vault exists at ${request.params.vault}.`)
  const where = `\r\nVault: ${vault.name};location=${vault.location}\r\n`
  const { azp, oid, iss } = request.caller
  const caller = `Caller: appid=${azp};oid=${oid};iss=${iss}`
  if (vaultAccessOf(vault) === 'firewall')
    throw new VaultError(
      403,
      'Forbidden',
      `Public network access is disabled and request is not from a trusted service nor via an approved private link.\r\n${caller}${where}`,
      'ForbiddenByFirewall',
    )
  const dataAction = `Microsoft.KeyVault/vaults/secrets/${action}`
  if (!isAllowed(sim, request.caller, vault.id, dataAction, 'dataActions'))
    throw new VaultError(
      403,
      'Forbidden',
      `Caller is not authorized to perform action on resource.\r\nIf role assignments, deny assignments or role definitions were changed recently, please observe propagation time.\r\n${caller}\r\nAction: '${dataAction}'\r\nResource: '${vault.id.toLowerCase()}'\r\nAssignment: (not found)\r\nDenyAssignmentId: null\r\nDecisionReason: null${where}`,
      'ForbiddenByRbac',
    )
  return vault
}

function loadMissing(name: string): VaultError {
  return new VaultError(
    404,
    'SecretNotFound',
    `A secret with (name/id) ${name} was not found in this key vault. If you recently deleted this secret you may be able to recover it using the correct recovery command. For help resolving this issue, please see https://go.microsoft.com/fwlink/?linkid=2125182`,
  )
}

const conflict = (message: string, inner: string) => new VaultError(409, 'Conflict', message, inner)

function find(sim: Simulator, vault: SimResource, name: string): StoredSecret {
  const secret = lookUpSecret(sim, vault.name, name)
  if (!secret || secret.deletedAt !== undefined || isRecovering(sim, secret)) throw loadMissing(name)
  return secret
}

function findDeleted(sim: Simulator, vault: SimResource, name: string): StoredSecret {
  const secret = lookUpSecret(sim, vault.name, name)
  if (secret?.deletedAt === undefined) throw new VaultError(404, 'SecretNotFound', `Deleted Secret not found: ${name}`)
  return secret
}

const isRecovering = (sim: Simulator, { recoveringUntil = 0 }: StoredSecret) => recoveringUntil > sim.clock.now().getTime()

function put(sim: Simulator, request: FastifyRequest<Route>) {
  const vault = open(sim, request, 'setSecret/action')
  const { name } = request.params
  const { value, contentType, tags, attributes } = (request.body ?? {}) as Pick<SecretVersion, 'contentType' | 'tags'> & {
    value?: unknown
    attributes?: { enabled?: boolean; nbf?: number; exp?: number }
  }
  if (!/^[0-9a-zA-Z-]{1,127}$/.test(name)) throw new VaultError(400, 'BadParameter', `The request URI contains an invalid name: ${name}`)
  if (typeof value !== 'string') throw new VaultError(400, 'BadParameter', 'Property  has invalid value\r\n')
  if (Buffer.byteLength(value) > 25_600)
    throw new VaultError(400, 'BadParameter', 'The length of the secret value exceeds the limit of 25600 bytes.')
  const secretBefore = lookUpSecret(sim, vault.name, name)
  if (secretBefore?.deletedAt !== undefined)
    throw conflict(
      `Secret ${name} is currently in a deleted but recoverable state, and its name cannot be reused; in this state, the secret can only be recovered or purged.`,
      'ObjectIsDeletedButRecoverable',
    )
  if (secretBefore && isRecovering(sim, secretBefore))
    throw conflict(`Secret ${name} is currently being recovered. Retry later.`, 'ObjectIsBeingRecovered')
  const now = nowSeconds(sim)
  const version: SecretVersion = {
    version: versionId(randomUUID()),
    value,
    enabled: attributes?.enabled ?? true,
    created: now,
    updated: now,
    ...(contentType === undefined ? {} : { contentType }),
    ...(tags === undefined ? {} : { tags }),
    ...(attributes?.nbf === undefined ? {} : { nbf: attributes.nbf }),
    ...(attributes?.exp === undefined ? {} : { exp: attributes.exp }),
  }
  const secret = { name: secretBefore?.name ?? name, versions: [...(secretBefore?.versions ?? []), version] }
  saveSecret(sim, vault.name, secret)
  return bundle(vault, secret, version)
}

function page<T>(sim: Simulator, { query, url }: FastifyRequest<Route>, allItems: T[], show: (each: T) => unknown) {
  const size = Math.min(Number(query.maxresults ?? largestPage), largestPage)
  const offset = Number(query.$skiptoken ?? 0)
  if (!Number.isInteger(size) || size < 1 || !Number.isInteger(offset))
    throw new VaultError(400, 'BadParameter', 'maxresults or $skiptoken has an invalid value.')
  const next = new URLSearchParams({ ...query, $skiptoken: String(offset + size) })
  return {
    value: allItems.slice(offset, offset + size).map(show),
    nextLink: offset + size < allItems.length ? `${sim.origins.keyvault}${url.split('?')[0]}?${next}` : null,
  }
}
