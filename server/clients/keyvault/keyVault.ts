import { type Static, Type } from 'typebox'
import { apiVersions } from '../arm/apiVersions.ts'
import type { Clock } from '../clock.ts'
import { OutsideError } from '../outsideError.ts'
import { pages } from '../pages.ts'
import type { OutsideRequest, Reply, Send } from '../pipeline.ts'
import { asRecord } from '../serviceAnswer.ts'

const Seconds = Type.Optional(Type.Integer())
const Secret = Type.Object({
  /** `https://{vault}/secrets/{name}`, with `/{version}` where it is one. */
  id: Type.String(),
  contentType: Type.Optional(Type.String()),
  tags: Type.Optional(Type.Record(Type.String(), Type.String())),
  /** Kept by Key Vault itself, such as the secret behind a certificate. */
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
/** What is known of a secret beside its value, which Slipway never asks for. */
export type VaultSecret = Static<typeof Secret>

export interface NewVaultSecret {
  value: string
  contentType?: string
  tags?: Record<string, string>
  attributes: { enabled: boolean; nbf?: number; exp?: number }
}

/** What a vault said no with: its own code, the inner one where there is one. */
const refusals = new Set([400, 401, 403, 404, 409])
const mostSecrets = 500
const recoveryMs = 20_000

export type KeyVault = ReturnType<typeof createKeyVault>

/**
 * The secrets of Key Vault. A vault is reached at the address the configuration gives for its name, and nowhere else: `to` makes a sender
 * for that, with Slipway's token for Key Vault. Refusals are OutsideErrors with the vault's code; none carries a word of what was sent.
 */
export function createKeyVault(pattern: string, to: (endpoint: string) => Send, clock: Clock) {
  const query = { 'api-version': apiVersions.keyVault }
  const senders = new Map<string, Send>()

  function sender(vault: string): Send {
    const name = vault.toLowerCase()
    if (!/^[a-z][0-9a-z-]{1,22}[0-9a-z]$/.test(name)) throw new Error('This is not the name of a vault.')
    const known = senders.get(name) ?? to(addressOf(name))
    senders.delete(name)
    senders.set(name, known)
    if (senders.size > 200) senders.delete(senders.keys().next().value!)
    return known
  }

  const addressOf = (vault: string) => pattern.replace('{vault}', vault.toLowerCase())

  async function send(vault: string, request: OutsideRequest): Promise<Reply> {
    const reply = await sender(vault)({ ...request, query: { ...query, ...request.query }, accept: [...refusals], confidential: true })
    if (refusals.has(reply.status)) throw refusal(reply)
    return reply
  }

  const secretPath = (name: string, collection = 'secrets') => `/${collection}/${encodeURIComponent(name)}`

  return {
    /** Whether this is where the vault of that name is expected: nothing is ever sent to another address. */
    isAt: (vault: string, uri: string) => URL.canParse(uri) && sameAddress(uri, addressOf(vault)),

    /**
     * Writes a new version, which is the current one from then on. With `recover` a deleted secret of this name is brought back first,
     * with all its versions, which takes a few seconds.
     */
    async setSecret(vault: string, name: string, secret: NewVaultSecret, recover = false): Promise<VaultSecret & { recovered: boolean }> {
      const end = clock.now() + recoveryMs
      let recovered = false
      for (let wait = 250; ; wait *= 2) {
        try {
          const reply = await send(vault, { method: 'PUT', path: secretPath(name), body: secret })
          return { ...reply.as(Secret), recovered }
        } catch (error) {
          const code = error instanceof OutsideError ? error.code : ''
          if (code === 'ObjectIsDeletedButRecoverable' && recover && !recovered) {
            recovered = true
            await bringBack(vault, name)
          } else if (!(code === 'ObjectIsBeingRecovered' || (recovered && code === 'ObjectIsDeletedButRecoverable'))) throw error
          if (clock.now() + wait > end) throw error
          await clock.wait(wait)
        }
      }
    },

    /** Whether the vault answers; that it keeps Slipway out of its secrets is an answer. */
    async look(vault: string): Promise<void> {
      try {
        await send(vault, { method: 'GET', path: '/secrets', query: { maxresults: 1 } })
      } catch (error) {
        if (!(error instanceof OutsideError) || error.status !== 403) throw error
      }
    },

    /** Names, dates and labels of the secrets, at most 500. */
    async listSecrets(vault: string, signal?: AbortSignal): Promise<{ items: VaultSecret[]; more: boolean }> {
      const items: VaultSecret[] = []
      const paged = Object.assign((request: OutsideRequest) => send(vault, request), {
        service: sender(vault).service,
        origin: sender(vault).origin,
      })
      const first: OutsideRequest = { method: 'GET', path: '/secrets', query: { maxresults: 25 }, ...(signal ? { signal } : {}) }
      for await (const page of pages(paged, first, Secret)) {
        items.push(...page.items)
        if (items.length >= mostSecrets) return { items: items.slice(0, mostSecrets), more: true }
      }
      return { items, more: false }
    },
  }

  async function bringBack(vault: string, name: string): Promise<void> {
    try {
      await send(vault, { method: 'POST', path: `${secretPath(name, 'deletedsecrets')}/recover`, idempotent: true })
    } catch (error) {
      // Somebody else, or an attempt whose answer was lost, did it before.
      if (!(error instanceof OutsideError) || error.status !== 404) throw error
    }
  }
}

function sameAddress(one: string, other: string): boolean {
  const plain = (text: string) => new URL(text).href.replace(/\/+$/, '').toLowerCase()
  return plain(one) === plain(other)
}

function refusal({ status, body, headers }: Reply): OutsideError {
  const error = asRecord(asRecord(body).error)
  const inner = asRecord(error.innererror).code
  const named = typeof inner === 'string' ? inner : error.code
  // Its own words stay out: they may repeat what was sent.
  const code = typeof named === 'string' && /^[A-Za-z]{1,60}$/.test(named) ? named : `http${status}`
  const requestId = headers['x-ms-request-id']
  const message = `Key Vault refused (${status}, ${code}).`
  const [, name] = /Action: '(Microsoft\.KeyVault\/vaults\/secrets\/\w+(?:\/action)?)'/.exec(String(error.message)) ?? []
  const missing = code === 'ForbiddenByRbac' && name ? { name, scope: 'the vault' } : undefined
  return new OutsideError({ service: 'Key Vault', code, message, status, retryable: false, missing, ...(requestId ? { requestId } : {}) })
}
