import { createHttpPoller, type OperationResponse, type OperationState } from '@azure/core-lro'
import { isBusy } from '../attempt.ts'
import { ExternalError } from '../externalError.ts'
import type { ExternalRequest, Reply, Send } from '../pipeline.ts'
import { retryAfterMs } from '../retryAfter.ts'
import { asRecord, parseServiceError } from '../serviceResponse.ts'

/** A long-running operation of a service. Store `state` and pass it back to poll, not before `retryAfterMs` if it is set. */
export type Progress<T> = { done: true; result: T } | { done: false; state: string; retryAfterMs?: number }

/**
 * Starts a long-running operation, or polls it once with the `state` of an earlier poll, possibly from another process.
 * @throws ExternalError if the operation failed or was cancelled
 */
export async function startOrPoll(
  send: Send,
  request: ExternalRequest,
  state?: string,
  /** True skips the read of the finished resource, which saves a request if only the existence of the resource matters. */
  { toleratesMissing = false }: { toleratesMissing?: boolean } = {},
): Promise<{ done: true; reply: Reply } | { done: false; state: string; retryAfterMs?: number }> {
  let waitMs: number | undefined
  let lastReply: Reply | undefined

  async function exchange(next: ExternalRequest): Promise<OperationResponse> {
    const reply = await send(next)
    waitMs = retryAfterMs(reply.headers, Date.now()) || undefined
    lastReply = reply
    const body = asRecord(reply.body)
    return {
      flatResponse: body,
      rawResponse: {
        statusCode: reply.status,
        headers: { ...reply.headers },
        body,
        request: { method: next.method, url: withQuery(next) },
      },
    }
  }

  const poller = createHttpPoller<unknown, OperationState<unknown>>(
    {
      sendInitialRequest: () => exchange(request),
      sendPollRequest: (path) => exchange({ method: 'GET', path, signal: request.signal }).catch(tolerateLateStatus),
    },
    { restoreFrom: state, resolveOnUnsuccessful: true, skipFinalGet: toleratesMissing },
  )
  if (state === undefined) await poller.submitted()
  else await poller.poll()

  const status = poller.operationState?.status
  if (status === 'succeeded' && lastReply) return { done: true, reply: lastReply }
  if (status === 'failed' || status === 'canceled') throw failure(send.service, status, lastReply?.body)
  return { done: false, state: await poller.serialize(), retryAfterMs: waitMs }
}

/** A replica of the service might not know the URL of the status or result yet, so Slipway polls again. */
function tolerateLateStatus(error: unknown): never {
  if (!(error instanceof ExternalError) || error.status !== 404) throw error
  throw new ExternalError({ ...error, message: error.message, retryable: true }, { cause: error })
}

function failure(service: string, status: 'failed' | 'canceled', body: unknown): ExternalError {
  const { code, detail } = parseServiceError(asRecord(body).error ? body : asRecord(asRecord(body).properties))
  const detailText = detail ? `: ${detail}` : '.'
  const message =
    status === 'failed' ? `${service} couldn’t complete the operation${detailText}` : `${service} cancelled the operation${detailText}`
  return new ExternalError({
    service,
    code: code ?? (status === 'failed' ? 'operationFailed' : 'operationCanceled'),
    message,
    retryable: isBusy(code),
  })
}

function withQuery({ path, query = {} }: ExternalRequest): string {
  const queryParameters = Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]))
  return queryParameters.length === 0 ? path : `${path}?${new URLSearchParams(queryParameters)}`
}
