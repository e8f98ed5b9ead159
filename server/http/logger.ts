import type { FastifyBaseLogger } from 'fastify'
import { type LoggerOptions, pino } from 'pino'
import { redact } from '../clients/redact.ts'
import { traceId } from '../telemetry/span.ts'

/** These characters are valid in JSON, but some log readers treat them as line ends or terminal commands. */
const controlCharacters = /[\u007f-\u009f\u2028\u2029]/g
const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/**
 * Writes one JSON object per line. Headers and bodies are never logged, and URLs only without their query and keys, so that logs have no
 * secrets or personal data.
 */
export function logger(level: string): FastifyBaseLogger {
  const out = pino.destination(1)
  const options: LoggerOptions = {
    level,
    base: { service: 'slipway' },
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: () => {
      const traceContext = traceId()
      return traceContext ? { traceId: traceContext } : {}
    },
    formatters: { level: (label) => ({ level: label }) },
    serializers: {
      req: (request: { method: string; url: string; id: string }) => ({
        method: request.method,
        path: redact(request.url.split('?')[0] ?? ''),
        id: request.id,
      }),
      res: (response: { statusCode: number }) => ({ status: response.statusCode }),
      err: pino.stdSerializers.err,
    },
    redact: ['req.headers', '*.password', '*.token', '*.secret', '*.authorization', 'err.config', 'err.request', 'err.response'],
  }
  return pino(options, { write: (line: string) => void out.write(line.replace(controlCharacters, escaped)) }) as FastifyBaseLogger
}
