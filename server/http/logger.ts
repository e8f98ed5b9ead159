import type { FastifyBaseLogger } from 'fastify'
import { type LoggerOptions, pino } from 'pino'
import { redact } from '../clients/redact.ts'
import { traceId } from '../telemetry/span.ts'

/** Valid in JSON as they are, but line ends or terminal commands to some that read logs. */
const confusing = /[\u007f-\u009f\u2028\u2029]/g
const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** One JSON object a line. Headers and bodies are never logged, addresses only without their query and keys, so no secret or personal text gets in. */
export function logger(level: string): FastifyBaseLogger {
  const out = pino.destination(1)
  const options: LoggerOptions = {
    level,
    base: { service: 'slipway' },
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: () => {
      const trace = traceId()
      return trace ? { traceId: trace } : {}
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
  return pino(options, { write: (line: string) => void out.write(line.replace(confusing, escaped)) }) as FastifyBaseLogger
}
