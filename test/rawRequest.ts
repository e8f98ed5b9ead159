import { connect } from 'node:net'

export interface RawResponse {
  status: number
  headers: Record<string, string>
  body: string
}

/**
 * Sends a request exactly as written, including unusual targets and headers that HTTP clients reject. Each character of `target` and the
 * headers is one byte.
 */
export function rawRequest(
  port: number,
  request: { method?: string; target: string; host?: string; headers?: Record<string, string>; body?: string | Buffer },
): Promise<RawResponse> {
  const { method = 'GET', target, host = `127.0.0.1:${port}`, headers = {}, body } = request
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const lines = Object.entries({ host, connection: 'close', ...length, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1'))
      if (body !== undefined) socket.write(body)
    })
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('error', reject)
    socket.on('close', () => resolve(parse(Buffer.concat(chunks).toString())))
  })
}

function parse(text: string): RawResponse {
  const [head = '', ...remainingParts] = text.split('\r\n\r\n')
  const [line = '', ...headers] = head.split('\r\n')
  const pairs = headers.map((header) => [header.slice(0, header.indexOf(':')).toLowerCase(), header.slice(header.indexOf(':') + 1).trim()])
  return { status: Number(line.split(' ')[1]), headers: Object.fromEntries(pairs), body: remainingParts.join('\r\n\r\n') }
}
