import { type Static, Type } from 'typebox'
import { apiVersions } from '../arm/apiVersions.ts'
import type { Clock } from '../clock.ts'
import { ExternalError } from '../externalError.ts'
import { pages } from '../pages.ts'
import type { ExternalRequest, Reply, Send } from '../pipeline.ts'
import { asRecord } from '../serviceResponse.ts'

const Seconds = Type.Optional(Type.Integer())
const Secret = Type.Object({
  /** `https://{vault}/secrets/{name}`, with `/{version}` for a version. */
  id: Type.String(),
  contentType: Type.Optional(Type.String()),
  tags: Type.Optional(Type.Record(Type.String(), Type.String())),
  /** Managed by Key Vault, such as the secret of a certificate. */
  managed: Type.Optional(Type.Boolean()),
  attributes: Type.Object({
    enabled: Type.Optional(Type.Boolean()),
    /** Seconds since 1970. */
    nbf: Seconds,
    exp: Seconds,
    created: Seconds,
    updated: Seconds,
  }),
})
/** A secret's properties without its value, which Slipway never reads. */
export type VaultSecret = Static<typeof Secret>

interface NewVaultSecret {
  value: string
  contentType?: string
  tags?: Record<string, string>
  attributes: { enabled: boolean; nbf?: number; exp?: number }
}

/** Statuses whose responses contain an error code of the vault. If the error has an inner code, the inner code is used. */
const errorStatuses = new Set([400, 401, 403, 404, 409])
const maxSecrets = 500
const recoveryMs = 20_000

export type KeyVault = ReturnType<typeof createKeyVault>

export const invalidVaultName = 'This isn’t a vault name.'

/**
 * Secrets in Key Vault. A vault is called only at the configured URL for its name: `createSend` creates a sender with Slipway's token for
 * Key Vault. Rejections are ExternalErrors with the vault's code, without any sent text.
 */
export function createKeyVault(pattern: string, createSend: (endpoint: string) => Send, clock: Clock) {
  const query = { 'api-version': apiVersions.keyVault }
  const senders = new Map<string, Send>()

  function sender(vault: string): Send {
    const name = vault.toLowerCase()
    if (!/^[a-z][0-9a-z-]{1,22}[0-9a-z]$/.test(name)) throw new Error(invalidVaultName)
    const vaultSender = senders.get(name) ?? createSend(addressOf(name))
    senders.delete(name)
    senders.set(name, vaultSender)
    if (senders.size > 200) senders.delete(senders.keys().next().value!)
    return vaultSender
  }

  const addressOf = (vault: string) => pattern.replace('{vault}', vault.toLowerCase())

  async function send(vault: string, request: ExternalRequest): Promise<Reply> {
    const reply = await sender(vault)({ ...request, query: { ...query, ...request.query }, accept: [...errorStatuses], confidential: true })
    if (errorStatuses.has(reply.status)) throw toVaultError(reply)
    return reply
  }

  const secretPath = (name: string, collection = 'secrets') => `/${collection}/${encodeURIComponent(name)}`

  return {
    /** Returns whether the URI is the vault's expected URL. Requests are never sent to a different one. */
    isAt: (vault: string, uri: string) => URL.canParse(uri) && sameAddress(uri, addressOf(vault)),

    /**
     * Writes a new current version. With `recover`, a deleted secret of this name is first recovered with all its versions, which takes a
     * few seconds.
     */
    async setSecret(vault: string, name: string, secret: NewVaultSecret, recover = false): Promise<VaultSecret & { recovered: boolean }> {
      const deadline = clock.now() + recoveryMs
      let recovered = false
      for (let wait = 250; ; wait *= 2) {
        try {
          const reply = await send(vault, { method: 'PUT', path: secretPath(name), body: secret })
          return { ...reply.as(Secret), recovered }
        } catch (error) {
          const code = error instanceof ExternalError ? error.code : ''
          if (code === 'ObjectIsDeletedButRecoverable' && recover && !recovered) {
            recovered = true
            await restore(vault, name)
          } else if (!(code === 'ObjectIsBeingRecovered' || (recovered && code === 'ObjectIsDeletedButRecoverable'))) throw error
          if (clock.now() + wait > deadline) throw error
          await clock.wait(wait)
        }
      }
    },

    /** Checks that the vault responds. A denied request counts as a response. */
    async checkVault(vault: string): Promise<void> {
      try {
        await send(vault, { method: 'GET', path: '/secrets', query: { maxresults: 1 } })
      } catch (error) {
        if (!(error instanceof ExternalError) || error.status !== 403) throw error
      }
    },

    async listSecrets(vault: string, signal?: AbortSignal): Promise<{ items: VaultSecret[]; more: boolean }> {
      const items: VaultSecret[] = []
      const paged = Object.assign((request: ExternalRequest) => send(vault, request), {
        service: sender(vault).service,
        origin: sender(vault).origin,
      })
      const firstRequest: ExternalRequest = { method: 'GET', path: '/secrets', query: { maxresults: 25 }, ...(signal ? { signal } : {}) }
      for await (const page of pages(paged, firstRequest, Secret)) {
        items.push(...page.items)
        if (items.length >= maxSecrets) return { items: items.slice(0, maxSecrets), more: true }
      }
      return { items, more: false }
    },
  }

  async function restore(vault: string, name: string): Promise<void> {
    try {
      await send(vault, { method: 'POST', path: `${secretPath(name, 'deletedsecrets')}/recover`, idempotent: true })
    } catch (error) {
      // Another caller, or an earlier attempt whose response was lost, has already recovered the secret.
      if (!(error instanceof ExternalError) || error.status !== 404) throw error
    }
  }
}

function sameAddress(a: string, b: string): boolean {
  const normalizeUrl = (text: string) => new URL(text).href.replace(/\/+$/, '').toLowerCase()
  return normalizeUrl(a) === normalizeUrl(b)
}

function toVaultError({ status, body, headers }: Reply): ExternalError {
  const error = asRecord(asRecord(body).error)
  const inner = asRecord(error.innererror).code
  const errorCode = typeof inner === 'string' ? inner : error.code
  // The vault's text is left out, because it might repeat secrets that were sent.
  const code = typeof errorCode === 'string' && /^[A-Za-z]{1,60}$/.test(errorCode) ? errorCode : `http${status}`
  const requestId = headers['x-ms-request-id']
  const message = `Key Vault refused (${status}, ${code}).`
  const [, name] = /Action: '(Microsoft\.KeyVault\/vaults\/secrets\/\w+(?:\/action)?)'/.exec(String(error.message)) ?? []
  const missing = code === 'ForbiddenByRbac' && name ? { name, scope: 'the vault' } : undefined
  return new ExternalError({ service: 'Key Vault', code, message, status, retryable: false, missing, ...(requestId ? { requestId } : {}) })
}
