import { request as plain } from 'node:http'
import { request as secure } from 'node:https'

/**
 * Repeats a call that a busy server rejected until it succeeds.
 * @throws on any status other than success
 */
export function exchange(method: string, url: string, body?: unknown, headers: Record<string, string> = {}): Promise<unknown> {
  const text = body === undefined ? undefined : JSON.stringify(body)
  const all =
    text === undefined ? headers : { ...headers, 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }
  return new Promise((resolve, reject) => {
    const send = url.startsWith('https:') ? secure : plain
    const outgoingRequest = send(url, { method, headers: all }, (response) => {
      let receivedText = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => (receivedText += part))
      response.on('end', () => {
        const status = response.statusCode ?? 0
        const retryAfter = Number(response.headers['retry-after'])
        if (status === 503 && retryAfter > 0) setTimeout(() => resolve(exchange(method, url, body, headers)), retryAfter * 1_000)
        else if (status >= 200 && status < 300) resolve(receivedText === '' ? undefined : JSON.parse(receivedText))
        else reject(new Error(`${method} ${url}: ${status} ${receivedText.slice(0, 500)}`))
      })
    })
    outgoingRequest.on('error', reject).end(text)
  })
}
