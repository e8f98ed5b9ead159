import type { TSchema } from 'typebox'
import { ExternalError } from './externalError.ts'
import type { ExternalRequest, Reply, Send } from './pipeline.ts'
import { asRecord } from './serviceResponse.ts'
import type { ShapeOf } from './shape.ts'

interface PageOptions {
  items?: string
  /** A list with more pages is an error, because a truncated list must not look complete. Default 1000. */
  maxPages?: number
}

interface Page<T> {
  items: T[]
  body: Readonly<Record<string, unknown>>
}

/**
 * Reads a list page by page, with any of the services' continuations: `nextLink`, `@odata.nextLink`, `NextPageLink`, `$skipToken` in the
 * next body, or a `Link` header. A plain array is a single page. A link to another origin and a repeated link are errors.
 */
export async function* pages<T extends TSchema>(
  send: Send,
  firstRequest: ExternalRequest,
  item: T,
  { items = 'value', maxPages = 1_000 }: PageOptions = {},
): AsyncGenerator<Page<ShapeOf<T>>> {
  const seenTokens = new Set<string>()
  let request: ExternalRequest | undefined = firstRequest
  for (let page = 1; request; page++) {
    const reply: Reply = await send(request)
    yield { items: reply.list(item, items), body: asRecord(reply.body) }
    const next = nextRequest(firstRequest, reply)
    if (next && seenTokens.has(next.token)) throw fail(send, 'pagingLoop', 'returned the same page of a list twice')
    if (next && page >= maxPages) throw fail(send, 'tooManyPages', `returned more than ${maxPages} pages of a list`)
    if (next) seenTokens.add(next.token)
    request = next?.request
  }
}

export async function fetchAllPages<T extends TSchema>(
  send: Send,
  firstRequest: ExternalRequest,
  item: T,
  options?: PageOptions,
): Promise<ShapeOf<T>[]> {
  const allItems: ShapeOf<T>[] = []
  for await (const { items } of pages(send, firstRequest, item, options)) allItems.push(...items)
  return allItems
}

function nextRequest(firstRequest: ExternalRequest, { body, headers }: Reply): { token: string; request: ExternalRequest } | undefined {
  const response = asRecord(body)
  const link =
    response.nextLink ??
    response['@odata.nextLink'] ??
    response.NextPageLink ??
    /<([^>]+)>\s*;\s*rel="?next"?/.exec(headers.link ?? '')?.[1]
  if (typeof link === 'string' && link !== '') return { token: link, request: { ...firstRequest, path: link, query: undefined } }
  const token = response.$skipToken
  if (typeof token !== 'string' || token === '') return undefined
  const firstBody = asRecord(firstRequest.body)
  return { token, request: { ...firstRequest, body: { ...firstBody, options: { ...asRecord(firstBody.options), $skipToken: token } } } }
}

function fail({ service }: Send, code: string, message: string): ExternalError {
  return new ExternalError({ service, code, message: `${service} ${message}.`, retryable: false })
}
