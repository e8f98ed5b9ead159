import { lookup as systemLookup } from 'node:dns'
import { Agent } from 'node:https'
import type { LookupFunction } from 'node:net'
import { addressIn, isInsideAddress } from '../insideAddress.ts'
import { OutsideError } from '../outsideError.ts'
import { type Logger, type OutsideRequest, outside } from '../pipeline.ts'
import { type ServiceWatch, seenAs } from '../watch.ts'

export interface WebhookPost {
  /** The channel, as people know it. */
  name: string
  /** May be as secret as a password: it is never logged, nor part of an error. */
  url: string
  /** Sent as `JSON.stringify` writes it. */
  body: unknown
  headers?: Record<string, string>
  /** What it is counted as among the services that Slipway works with. */
  service?: string
}

/** Posts to addresses that people have entered. */
export interface Webhooks {
  /** Why nothing may be sent to this address, in words; undefined when it may. Asks nobody. */
  problemOf(url: string): string | undefined
  /** @returns the status @throws OutsideError; once only: whoever calls keeps what was not delivered */
  post(request: WebhookPost): Promise<number>
  /** Asks the host for nothing: that it answers at all, in the same way and with the same care. @throws OutsideError */
  reach(request: Pick<WebhookPost, 'name' | 'url' | 'service'>): Promise<void>
}

export interface WebhookOptions {
  /** `host` or `host:port` that may be called although they are inside. */
  allow: readonly string[]
  logger: Logger
  /** Is told how they answer. */
  watch?: ServiceWatch
  /** How names become addresses; for tests. */
  lookup?: typeof systemLookup
}

const deadlineMs = 10_000
const maxBytes = 65_536

/**
 * Https alone, no redirects, and no address inside: what a name leads to is looked at when the connection is made, not before. Nothing of an
 * answer is repeated, since it may repeat the address.
 */
export function createWebhooks({ allow, logger, watch, lookup = systemLookup }: WebhookOptions): Webhooks {
  const isAllowed = ({ hostname, host, port }: URL) => allow.includes(hostname) || allow.includes(port ? host : `${host}:443`)

  function problemOf(text: string): string | undefined {
    const url = URL.canParse(text) ? new URL(text) : undefined
    if (url?.protocol !== 'https:') return 'is not an address that begins with https://'
    if (url.username || url.password) return 'must not hold a user or a password'
    if (url.hash) return 'must not hold a #'
    if (isAllowed(url)) return undefined
    const address = addressIn(url)
    if (address === undefined ? /(^|\.)localhost\.?$/.test(url.hostname) : isInsideAddress(address))
      return 'leads inside the network, where Slipway sends nothing unless SLIPWAY_WEBHOOK_ALLOW names the host'
    return undefined
  }

  async function ask(
    { name, url: text, service }: Pick<WebhookPost, 'name' | 'url' | 'service'>,
    requestFor: (url: URL) => OutsideRequest,
  ) {
    const problem = problemOf(text)
    if (problem !== undefined) throw refused(name, problem)
    const url = new URL(text)
    let inside = false
    const agent = new Agent(isAllowed(url) ? {} : { lookup: guarded(lookup, () => (inside = true)) })
    const seen = watch && service ? { watch: seenAs(watch, service) } : {}
    const send = outside({ name, endpoint: url.origin, maxRetries: 0, deadlineMs, maxBytes, logger, agent, secretPath: true, ...seen })
    try {
      return (await send({ ...requestFor(url), idempotent: false, confidential: true })).status
    } catch (error) {
      throw inside ? refused(name, 'leads to an address inside the network, where Slipway sends nothing') : error
    } finally {
      agent.destroy()
    }
  }

  return {
    problemOf,
    post: ({ body, headers, ...to }) =>
      ask(to, ({ pathname, search }) => ({
        method: 'POST',
        path: `${pathname}${search}`,
        body,
        // Some answer with a word, some with nothing: the status is what counts.
        accept: [200, 201, 202, 203, 204],
        ...(headers ? { headers } : {}),
      })),
    async reach(to) {
      await ask(to, () => ({ method: 'HEAD', path: '/', accept: belowTrouble }))
    },
  }
}

/** What a host may say to whoever asks it for nothing. */
const belowTrouble = Array.from({ length: 300 }, (_, n) => 200 + n).filter((status) => status !== 429)

function refused(service: string, problem: string): OutsideError {
  return new OutsideError({ service, code: 'insideAddress', message: `The address of ${service} ${problem}.`, retryable: false })
}

/** A look-up that finds only what lies outside. */
function guarded(lookup: typeof systemLookup, found: () => void): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 4)
      const [first] = addresses
      if (first === undefined || addresses.some(({ address }) => isInsideAddress(address))) {
        found()
        return callback(Object.assign(new Error('an address inside'), { code: 'EACCES' }), '', 4)
      }
      if (options.all) return callback(null, addresses)
      callback(null, first.address, first.family)
    })
  }
}
