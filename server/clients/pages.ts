import type { TSchema } from 'typebox'
import { OutsideError } from './outsideError.ts'
import type { OutsideRequest, Reply, Send } from './pipeline.ts'
import { asRecord } from './serviceAnswer.ts'
import type { Shaped } from './shape.ts'

export interface PageOptions {
  items?: string
  /** More pages than this are an error, never a silently short list. Default 1000. */
  maxPages?: number
}

export interface Page<T> {
  items: T[]
  body: Readonly<Record<string, unknown>>
}

/**
 * Reads a list page by page with any of the services' continuations: `nextLink`, `@odata.nextLink`, `NextPageLink`, `$skipToken` in the
 * next body, a `Link` header, or none (an array). Links to another origin and loops are errors.
 */
export async function* pages<T extends TSchema>(
  send: Send,
  first: OutsideRequest,
  item: T,
  { items = 'value', maxPages = 1_000 }: PageOptions = {},
): AsyncGenerator<Page<Shaped<T>>> {
  const seen = new Set<string>()
  let request: OutsideRequest | undefined = first
  for (let page = 1; request; page++) {
    const reply: Reply = await send(request)
    yield { items: reply.list(item, items), body: asRecord(reply.body) }
    const next = following(first, reply)
    if (next && seen.has(next.token)) throw fail(send, 'pagingLoop', 'repeats the same page of a list')
    if (next && page >= maxPages) throw fail(send, 'tooManyPages', `has more than ${maxPages} pages of a list`)
    if (next) seen.add(next.token)
    request = next?.request
  }
}

export async function collect<T extends TSchema>(send: Send, first: OutsideRequest, item: T, options?: PageOptions): Promise<Shaped<T>[]> {
  const all: Shaped<T>[] = []
  for await (const { items } of pages(send, first, item, options)) all.push(...items)
  return all
}

function following(first: OutsideRequest, { body, headers }: Reply): { token: string; request: OutsideRequest } | undefined {
  const answer = asRecord(body)
  const link =
    answer.nextLink ?? answer['@odata.nextLink'] ?? answer.NextPageLink ?? /<([^>]+)>\s*;\s*rel="?next"?/.exec(headers.link ?? '')?.[1]
  if (typeof link === 'string' && link !== '') return { token: link, request: { ...first, path: link, query: undefined } }
  const token = answer.$skipToken
  if (typeof token !== 'string' || token === '') return undefined
  const sent = asRecord(first.body)
  return { token, request: { ...first, body: { ...sent, options: { ...asRecord(sent.options), $skipToken: token } } } }
}

function fail({ service }: Send, code: string, what: string): OutsideError {
  return new OutsideError({ service, code, message: `${service} ${what}.`, retryable: false })
}
