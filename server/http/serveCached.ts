import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'

const encoders = { br: promisify(brotliCompress), gzip: promisify(gzip) }

/**
 * Serves the same bytes to all callers from memory. They are compressed once, and a matching ETag gets a 304.
 * @param readContent called at the first request
 */
export function serveCached(type: string, readContent: () => Buffer) {
  const encode = async () => {
    const uncompressed = readContent()
    // The ETag is weak, because all encodings share it.
    const etag = `W/"${createHash('sha256').update(uncompressed).digest('base64url')}"`
    const [br, gzipped] = await Promise.all([encoders.br(uncompressed), encoders.gzip(uncompressed)])
    return { etag, bytes: { identity: uncompressed, br, gzip: gzipped } }
  }
  let encoded: ReturnType<typeof encode> | undefined
  return async (request: FastifyRequest, response: FastifyReply) => {
    encoded ??= encode()
    const { etag, bytes } = await encoded
    response.headers({ etag, 'cache-control': 'no-cache', vary: 'accept-encoding' })
    const clientTags = request.headers['if-none-match']?.split(',').map((tag) => tag.trim())
    if (clientTags?.some((tag) => tag === '*' || tag === etag)) return response.code(304).send()
    const encoding = negotiate(String(request.headers['accept-encoding'] ?? 'identity'), ['br', 'gzip', 'identity']) ?? 'identity'
    if (encoding !== 'identity') response.header('content-encoding', encoding)
    return response.type(type).send(bytes[encoding])
  }
}
