import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { type ErrorCode, errorCodes, toProblem } from '../errors.ts'
import { strictHeaders } from './headers.ts'

export const parserOptions = {
  // guardBrowsers rejects requests without a host, or with two.
  requireHostHeader: false,
  // A filter has up to 4,000 characters, and each can take nine bytes in a URL.
  maxHeaderSize: 65_536,
}

const errors: Record<string, readonly [ErrorCode, string]> = {
  HPE_HEADER_OVERFLOW: ['headersTooLarge', 'The request headers are too large. Send fewer or shorter headers.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['payloadTooLarge', 'The chunk extensions of the request are too large. Send the request without them.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['requestTimeout', 'The request did not arrive in time. Send it again.'],
}
const unreadableMessage = ['invalidRequest', 'The request isn’t valid HTTP.'] as const

function parserFailure(code: ErrorCode, message: string) {
  const requestId = randomUUID()
  const body = JSON.stringify(toProblem(code, message, requestId))
  const headers = {
    ...strictHeaders,
    'cache-control': 'no-store',
    'x-request-id': requestId,
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  return { status: errorCodes[code][0], headers, body }
}

export function sendParserError(error: NodeJS.ErrnoException, socket: Duplex): void {
  // Node's own handler reads the same field. A response that has already started is aborted, because a second response would become part of
  // it.
  const hasStarted = (socket as Duplex & { _httpMessage?: ServerResponse })._httpMessage?.headersSent
  if (error.code === 'ECONNRESET' || hasStarted || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, headers, body } = parserFailure(...(errors[error.code ?? ''] ?? unreadableMessage))
  const headerLines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headerLines.join('')}\r\n${body}`, () => socket.destroy())
}

export function rejectExpectHeader(server: Pick<Server, 'on'>): void {
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const { status, headers, body } = parserFailure('expectationFailed', 'The header Expect can only have the value 100-continue.')
    response.writeHead(status, headers).end(body)
  })
}
