import { type Attributes, context, type Span, SpanKind, type SpanOptions, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'

let on = false

/** Creates no spans while off. Switched by `startTracing`. */
export function switchTracing(to: boolean): void {
  on = to
}

const w3c = /^00-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})$/

interface SpanCall {
  kind?: 'server' | 'client' | 'internal'
  /** Never user input or users' IDs. */
  attributes?: Attributes
  /** The caller's `traceparent` (W3C Trace Context); a malformed header is ignored. */
  parent?: string | undefined
  /** `traceparent` of the cause, if it does not wait for the result. */
  cause?: string | undefined
  /** Tells whether an error is our failure; by default, every error is. */
  failed?(error: unknown): boolean
}

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL }

/** Runs `work` in a span; its outside calls and nested spans belong to it. */
export async function span<T>(name: string, asked: SpanCall, work: (made: Span | undefined) => Promise<T>): Promise<T> {
  if (!on) return work(undefined)
  const parent = remote(asked.parent)
  const cause = remote(asked.cause)
  const within = parent ? trace.setSpanContext(context.active(), parent) : context.active()
  const options: SpanOptions = {
    kind: kinds[asked.kind ?? 'internal'],
    ...(asked.attributes ? { attributes: asked.attributes } : {}),
    ...(cause ? { links: [{ context: cause }] } : {}),
  }
  return trace.getTracer('slipway').startActiveSpan(name, options, within, async (made) => {
    try {
      return await work(made)
    } catch (error) {
      const code = (error as { code?: unknown }).code
      if (typeof code === 'string') made.setAttribute('error.type', code)
      if (asked.failed?.(error) ?? true) made.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      made.end()
    }
  })
}

function remote(traceparent: string | undefined) {
  const parts = traceparent === undefined ? null : w3c.exec(traceparent)
  return parts
    ? { traceId: parts[1]!, spanId: parts[2]!, traceFlags: Number.parseInt(parts[3]!, 16) & TraceFlags.SAMPLED, isRemote: true }
    : undefined
}

export function traceparent(): string | undefined {
  const now = on ? trace.getActiveSpan()?.spanContext() : undefined
  return now && `00-${now.traceId}-${now.spanId}-${now.traceFlags.toString(16).padStart(2, '0')}`
}

export const traceId = (): string | undefined => (on ? trace.getActiveSpan()?.spanContext().traceId : undefined)
