import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'

const encoders = { br: promisify(brotliCompress), gzip: promisify(gzip) }

/**
 * Serves the same bytes to all callers from memory, compressed once, with 304 for matching ETags.
 * @param read called at the first request
 */
export function cachedAnswer(type: string, read: () => Buffer) {
  const encode = async () => {
    const identity = read()
    // The tag is weak because all encodings share it.
    const etag = `W/"${createHash('sha256').update(identity).digest('base64url')}"`
    const [br, gzipped] = await Promise.all([encoders.br(identity), encoders.gzip(identity)])
    return { etag, bytes: { identity, br, gzip: gzipped } }
  }
  let encoded: ReturnType<typeof encode> | undefined
  return async (request: FastifyRequest, response: FastifyReply) => {
    encoded ??= encode()
    const { etag, bytes } = await encoded
    response.headers({ etag, 'cache-control': 'no-cache', vary: 'accept-encoding' })
    const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim())
    if (known?.some((tag) => tag === '*' || tag === etag)) return response.code(304).send()
    const encoding = negotiate(String(request.headers['accept-encoding'] ?? 'identity'), ['br', 'gzip', 'identity']) ?? 'identity'
    if (encoding !== 'identity') response.header('content-encoding', encoding)
    return response.type(type).send(bytes[encoding])
  }
}
