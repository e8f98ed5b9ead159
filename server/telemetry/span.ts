import { type Attributes, context, type Span, SpanKind, type SpanOptions, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'

let isTracingOn = false

/** Turns spans on or off. `startTracing` calls this function; before that, no spans are created. */
export function switchTracing(to: boolean): void {
  isTracingOn = to
}

const w3c = /^00-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})$/

interface SpanCall {
  kind?: 'server' | 'client' | 'internal'
  /** The value must never be user input or the ID of a user. */
  attributes?: Attributes
  /** The caller's `traceparent` (W3C Trace Context); a malformed header is ignored. */
  parent?: string | undefined
  /** `traceparent` of the cause, if the cause does not wait for the result. */
  cause?: string | undefined
  /** Returns whether an error is Slipway's own failure. By default, every error is. */
  failed?(error: unknown): boolean
}

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL }

export async function span<T>(name: string, spanCall: SpanCall, callback: (activeSpan: Span | undefined) => Promise<T>): Promise<T> {
  if (!isTracingOn) return callback(undefined)
  const parent = remote(spanCall.parent)
  const cause = remote(spanCall.cause)
  const parentContext = parent ? trace.setSpanContext(context.active(), parent) : context.active()
  const options: SpanOptions = {
    kind: kinds[spanCall.kind ?? 'internal'],
    ...(spanCall.attributes ? { attributes: spanCall.attributes } : {}),
    ...(cause ? { links: [{ context: cause }] } : {}),
  }
  return trace.getTracer('slipway').startActiveSpan(name, options, parentContext, async (activeSpan) => {
    try {
      return await callback(activeSpan)
    } catch (error) {
      const code = (error as { code?: unknown }).code
      if (typeof code === 'string') activeSpan.setAttribute('error.type', code)
      if (spanCall.failed?.(error) ?? true) activeSpan.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      activeSpan.end()
    }
  })
}

function remote(traceparent: string | undefined) {
  const traceMatch = traceparent === undefined ? null : w3c.exec(traceparent)
  return traceMatch
    ? {
        traceId: traceMatch[1]!,
        spanId: traceMatch[2]!,
        traceFlags: Number.parseInt(traceMatch[3]!, 16) & TraceFlags.SAMPLED,
        isRemote: true,
      }
    : undefined
}

export function traceparent(): string | undefined {
  const now = isTracingOn ? trace.getActiveSpan()?.spanContext() : undefined
  return now && `00-${now.traceId}-${now.spanId}-${now.traceFlags.toString(16).padStart(2, '0')}`
}

export const traceId = (): string | undefined => (isTracingOn ? trace.getActiveSpan()?.spanContext().traceId : undefined)
