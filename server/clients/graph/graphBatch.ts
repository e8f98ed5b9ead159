import { type Static, type TSchema, Type } from 'typebox'
import { failureOfResponse } from '../attempt.ts'
import type { Clock } from '../clock.ts'
import { ExternalError } from '../externalError.ts'
import type { Reply, Send } from '../pipeline.ts'
import { checkShape, type ShapeOf } from '../shape.ts'

const maxPerBatch = 20
const maxPasses = 5

const BatchItem = Type.Object({
  id: Type.String(),
  status: Type.Number(),
  headers: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  body: Type.Optional(Type.Unknown()),
})

interface BatchReply {
  status: number
  as<T extends TSchema>(schema: T): ShapeOf<T>
}

/**
 * Reads many URLs in few calls; returns the responses, 2xx or 404, in the same order. Throttled or failed items are retried after the delay
 * that Graph requests.
 * @throws ExternalError of the first item that still fails
 */
export function graphBatch(send: Send, clock: Clock, urls: string[]): Promise<BatchReply[]> {
  return checkAll<never>(send, clock, urls, (error) => {
    throw error
  })
}

interface BatchOptions {
  method?: 'GET' | 'DELETE'
  /** The caller repeats the call later, so this call is not retried. */
  failFast?: boolean
}

export function graphBatchEach(
  send: Send,
  clock: Clock,
  urls: string[],
  batchOptions: BatchOptions = {},
): Promise<(BatchReply | ExternalError)[]> {
  return checkAll(send, clock, urls, (error) => error, batchOptions)
}

async function checkAll<E>(
  send: Send,
  clock: Clock,
  urls: string[],
  failed: (error: ExternalError) => E,
  { method = 'GET', failFast: atOnce = false }: BatchOptions = {},
): Promise<(BatchReply | E)[]> {
  const replies: (BatchReply | E)[] = []
  let pendingRequests = urls.map((url, n) => ({ id: String(n), url }))
  for (let round = 1; pendingRequests.length > 0; round++) {
    const retryRequests: { id: string; url: string }[] = []
    let wait = 0
    for (let from = 0; from < pendingRequests.length; from += maxPerBatch) {
      const requests = pendingRequests.slice(from, from + maxPerBatch)
      const body = { requests: requests.map((request) => ({ ...request, method })) }
      const outcomesOf = (reply: Reply) => {
        const items = new Map(reply.list(BatchItem, 'responses').map((item) => [item.id, item]))
        return requests.map((request) => {
          const item = items.get(request.id)
          return item ? toBatchOutcome(send, item, clock.now(), { method, path: `/v1.0${request.url.split('?')[0]}` }) : missing(send)
        })
      }
      const reply = await send({
        method: 'POST',
        path: '/v1.0/$batch',
        body,
        errorIn: (response) => permissionError(outcomesOf(response)),
        ...(method === 'GET' ? { readOnly: true } : { idempotent: true }),
      })
      for (const [n, outcome] of outcomesOf(reply).entries()) {
        const request = requests[n]!
        if (outcome instanceof ExternalError) {
          if (!outcome.retryable || outcome.missing || atOnce || round === maxPasses) {
            replies[Number(request.id)] = failed(outcome)
            continue
          }
          wait = Math.max(wait, outcome.retryAfterMs ?? 500 * 2 ** (round - 1))
          retryRequests.push(request)
        } else replies[Number(request.id)] = outcome
      }
    }
    if (retryRequests.length > 0) await clock.wait(wait)
    pendingRequests = retryRequests
  }
  return replies
}

function toBatchOutcome(
  send: Send,
  item: Static<typeof BatchItem>,
  now: number,
  requestInfo: { method: string; path: string },
): BatchReply | ExternalError {
  const headers = Object.fromEntries(Object.entries(item.headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)]))
  const response = { status: item.status, headers, text: item.body === undefined ? '' : JSON.stringify(item.body) }
  const outcome = failureOfResponse(send.service, response, [404], [], now, requestInfo)
  if (!('error' in outcome)) return { status: item.status, as: (schema) => checkShape(send.service, outcome.body, schema) }
  // 424 means that an item on which this one depends has failed.
  if (item.status !== 424) return outcome.error
  return new ExternalError({ ...outcome.error, message: outcome.error.message, retryable: true })
}

/**
 * Reports a missing permission only if all items are denied, because access to a single item, such as a mailbox, can be withheld on
 * purpose.
 */
function permissionError(outcomes: (BatchReply | ExternalError)[]): ExternalError | undefined {
  const deniedOutcomes = outcomes.filter((outcome) => outcome instanceof ExternalError && outcome.missing !== undefined)
  return deniedOutcomes.length === outcomes.length ? (deniedOutcomes[0] as ExternalError) : undefined
}

function missing({ service }: Send): ExternalError {
  return new ExternalError({ service, code: 'unexpectedAnswer', message: `${service} returned an incomplete response.`, retryable: true })
}
