import { lookup as systemLookup } from 'node:dns'
import { ExternalError } from '../externalError.ts'
import { createSend, type ExternalRequest, type Logger } from '../pipeline.ts'
import { findPrivateAddress, isPrivateAddress } from '../privateAddress.ts'
import type { ProxySettings } from '../proxy.ts'
import { type ServiceWatch, watchService } from '../watch.ts'
import { webhookAgent } from './webhookAgent.ts'

interface WebhookPost {
  name: string
  /** The URL can be a credential, so it is never logged or part of an error. */
  url: string
  /** The body is sent as `JSON.stringify` writes it. */
  body: unknown
  headers?: Record<string, string>
  service?: string
}

export interface Webhooks {
  /** Returns the reason why a URL is not allowed; undefined if it is allowed. Sends nothing. */
  problemOf(url: string): string | undefined
  /**
   * @returns the status
   * @throws ExternalError. This function never retries, because callers keep undelivered messages
   */
  post(request: WebhookPost): Promise<number>
  /** Checks that the host responds, with the same restrictions. @throws ExternalError */
  reach(request: Pick<WebhookPost, 'name' | 'url' | 'service'>): Promise<void>
}

export const internalAddressProblem = 'is an internal address. Slipway calls it only if SLIPWAY_WEBHOOK_ALLOW names the host'

interface WebhookOptions {
  /** `host` or `host:port` of allowed internal hosts. */
  allow: readonly string[]
  logger: Logger
  proxy?: ProxySettings | undefined
  watch?: ServiceWatch
  lookup?: typeof systemLookup
}

const deadlineMs = 10_000
const maxBytes = 65_536

/**
 * Allows https only, without redirects or internal addresses. Names are resolved and checked when the connection is made. The text of the
 * response is never repeated, because it might contain the URL.
 */
export function createWebhooks({ allow, logger, proxy, watch, lookup = systemLookup }: WebhookOptions): Webhooks {
  const isAllowed = ({ hostname, host, port }: URL) => allow.includes(hostname) || allow.includes(port ? host : `${host}:443`)

  function urlProblem(text: string): string | undefined {
    const url = URL.canParse(text) ? new URL(text) : undefined
    if (url?.protocol !== 'https:') return 'must start with https://'
    if (url.username || url.password) return 'can’t have a user name or password'
    if (url.hash) return 'can’t have a #'
    if (isAllowed(url)) return undefined
    const address = findPrivateAddress(url)
    if (address === undefined ? /(^|\.)localhost\.?$/.test(url.hostname) : isPrivateAddress(address)) return internalAddressProblem
    return undefined
  }

  async function sendOnce(
    { name, url: text, service }: Pick<WebhookPost, 'name' | 'url' | 'service'>,
    requestFor: (url: URL) => ExternalRequest,
  ) {
    const problem = urlProblem(text)
    if (problem !== undefined) throw webhookError(name, problem)
    const url = new URL(text)
    let reachedPrivateAddress = false
    const agent = webhookAgent(url, { allowed: isAllowed(url), proxy, lookup, onPrivateAddress: () => (reachedPrivateAddress = true) })
    const watchOptions = watch && service ? { watch: watchService(watch, service) } : {}
    const send = createSend({
      name,
      endpoint: url.origin,
      maxRetries: 0,
      deadlineMs,
      maxBytes,
      logger,
      agent,
      secretPath: true,
      ...watchOptions,
    })
    try {
      return (await send({ ...requestFor(url), idempotent: false, confidential: true })).status
    } catch (error) {
      throw reachedPrivateAddress ? webhookError(name, 'resolves to an internal address, which Slipway doesn’t call') : error
    } finally {
      agent.destroy()
    }
  }

  return {
    problemOf: urlProblem,
    post: ({ body, headers, ...to }) =>
      sendOnce(to, ({ pathname, search }) => ({
        method: 'POST',
        path: `${pathname}${search}`,
        body,
        // The body differs between services, so only the status counts.
        accept: [200, 201, 202, 203, 204],
        ...(headers ? { headers } : {}),
      })),
    async reach(to) {
      await sendOnce(to, () => ({ method: 'HEAD', path: '/', accept: acceptedStatuses }))
    },
  }
}

const acceptedStatuses = Array.from({ length: 300 }, (_, n) => 200 + n).filter((status) => status !== 429)

function webhookError(service: string, problem: string): ExternalError {
  return new ExternalError({ service, code: 'insideAddress', message: `The URL of ${service} ${problem}.`, retryable: false })
}
