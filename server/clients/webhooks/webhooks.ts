import { lookup as systemLookup } from 'node:dns'
import { Agent } from 'node:https'
import type { LookupFunction } from 'node:net'
import { addressIn, isInsideAddress } from '../insideAddress.ts'
import { OutsideError } from '../outsideError.ts'
import { type Logger, type OutsideRequest, outside } from '../pipeline.ts'
import { type ServiceWatch, seenAs } from '../watch.ts'

export interface WebhookPost {
  name: string
  /** Can be a credential: it is never logged or part of an error. */
  url: string
  /** Sent as `JSON.stringify` writes it. */
  body: unknown
  headers?: Record<string, string>
  service?: string
}

export interface Webhooks {
  /** Returns why an address is not allowed; undefined if it is. Sends nothing. */
  problemOf(url: string): string | undefined
  /** @returns the status @throws OutsideError; never retries, because callers keep undelivered messages */
  post(request: WebhookPost): Promise<number>
  /** Checks that the host responds, with the same restrictions. @throws OutsideError */
  reach(request: Pick<WebhookPost, 'name' | 'url' | 'service'>): Promise<void>
}

export interface WebhookOptions {
  /** `host` or `host:port` of allowed internal hosts. */
  allow: readonly string[]
  logger: Logger
  watch?: ServiceWatch
  lookup?: typeof systemLookup
}

const deadlineMs = 10_000
const maxBytes = 65_536

/**
 * Allows https only, no redirects and no internal addresses; names are resolved and checked at connection time. The response's text is
 * never repeated, because it might contain the address.
 */
export function createWebhooks({ allow, logger, watch, lookup = systemLookup }: WebhookOptions): Webhooks {
  const isAllowed = ({ hostname, host, port }: URL) => allow.includes(hostname) || allow.includes(port ? host : `${host}:443`)

  function problemOf(text: string): string | undefined {
    const url = URL.canParse(text) ? new URL(text) : undefined
    if (url?.protocol !== 'https:') return 'must start with https://'
    if (url.username || url.password) return 'can’t have a user name or password'
    if (url.hash) return 'can’t have a #'
    if (isAllowed(url)) return undefined
    const address = addressIn(url)
    if (address === undefined ? /(^|\.)localhost\.?$/.test(url.hostname) : isInsideAddress(address))
      return 'is an internal address. Slipway calls it only if SLIPWAY_WEBHOOK_ALLOW names the host'
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
      throw inside ? refused(name, 'resolves to an internal address, which Slipway doesn’t call') : error
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
        // The body differs between services, so only the status counts.
        accept: [200, 201, 202, 203, 204],
        ...(headers ? { headers } : {}),
      })),
    async reach(to) {
      await ask(to, () => ({ method: 'HEAD', path: '/', accept: belowTrouble }))
    },
  }
}

const belowTrouble = Array.from({ length: 300 }, (_, n) => 200 + n).filter((status) => status !== 429)

function refused(service: string, problem: string): OutsideError {
  return new OutsideError({ service, code: 'insideAddress', message: `The address of ${service} ${problem}.`, retryable: false })
}

function guarded(lookup: typeof systemLookup, found: () => void): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 4)
      const [first] = addresses
      if (first === undefined || addresses.some(({ address }) => isInsideAddress(address))) {
        found()
        return callback(Object.assign(new Error('an internal address'), { code: 'EACCES' }), '', 4)
      }
      if (options.all) return callback(null, addresses)
      callback(null, first.address, first.family)
    })
  }
}
