import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

/** Serves the contract at `/openapi.json`: written once, at the first request, and answered from memory from then on. */
export function serveOpenApi(app: FastifyInstance): void {
  const write = async () => {
    const plain = Buffer.from(JSON.stringify(app.swagger()))
    // Weak, because both encodings carry the same tag.
    const etag = `W/"${createHash('sha256').update(plain).digest('base64url')}"`
    return { plain, compressed: await promisify(gzip)(plain), etag }
  }
  let written: ReturnType<typeof write> | undefined
  app.get('/openapi.json', { schema: { hide: true } }, async (request, response) => {
    written ??= write()
    const { plain, compressed, etag } = await written
    response.headers({ etag, 'cache-control': 'no-cache', vary: 'accept-encoding' })
    const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim())
    if (known?.some((tag) => tag === '*' || tag === etag)) return response.code(304).send()
    response.type('application/json; charset=utf-8')
    const takesGzip = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(String(request.headers['accept-encoding'] ?? ''))
    return takesGzip ? response.header('content-encoding', 'gzip').send(compressed) : response.send(plain)
  })
}
