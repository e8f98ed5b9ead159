import { request as plain } from 'node:http'
import { request as secure } from 'node:https'

/** @throws on any other status than success */
export function exchange(method: string, url: string, body?: unknown, headers: Record<string, string> = {}): Promise<unknown> {
  const text = body === undefined ? undefined : JSON.stringify(body)
  const all =
    text === undefined ? headers : { ...headers, 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }
  return new Promise((resolve, reject) => {
    const send = url.startsWith('https:') ? secure : plain
    const sent = send(url, { method, headers: all }, (answer) => {
      let read = ''
      answer.setEncoding('utf8')
      answer.on('data', (part: string) => (read += part))
      answer.on('end', () => {
        const status = answer.statusCode ?? 0
        if (status >= 200 && status < 300) resolve(read === '' ? undefined : JSON.parse(read))
        else reject(new Error(`${method} ${url}: ${status} ${read.slice(0, 500)}`))
      })
    })
    sent.on('error', reject).end(text)
  })
}
