import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Failure } from './errors.ts'

/** The deepest nesting of a body; what reads free-form JSON calls itself. */
export const maxDepth = 64
/** The most values, fields and elements together, in a body: above it, parsing alone would keep all other requests waiting. */
export const maxValues = 20_000

/** Bytes of JSON's own characters. */
const [quote, backslash, comma, openList, closeList, openObject, closeObject] = [...'"\\,[]{}'].map((each) => each.charCodeAt(0))

/**
 * Counts before anything is parsed, without recursion. Text that is no JSON is counted as if it were, and refused when it is parsed.
 * @throws invalidRequest
 */
export function requireBounded(body: Uint8Array): void {
  let depth = 0
  let values = 1
  let inText = false
  for (let index = 0; index < body.length; index++) {
    const byte = body[index]
    if (inText) {
      if (byte === backslash) index++
      else if (byte === quote) inText = false
    } else if (byte === quote) inText = true
    else if (byte === comma) values++
    else if (byte === openList || byte === openObject) {
      values++
      if (++depth > maxDepth) throw new Failure('invalidRequest', `The body is nested more than ${maxDepth} levels deep.`)
    } else if (byte === closeList || byte === closeObject) depth--
    if (values > maxValues)
      throw new Failure('invalidRequest', `The body holds more than ${maxValues} values. Send several smaller requests.`)
  }
}

/** @throws unsupportedMediaType for a body in another character set or encoding, which would be stored as something else */
function requirePlainUtf8({ headers }: FastifyRequest): void {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(headers['content-type'] ?? '')?.[1]
  if (charset !== undefined && !/^utf-?8$/i.test(charset))
    throw new Failure('unsupportedMediaType', 'Only UTF-8 is accepted. Send the body in UTF-8, without another charset.')
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity')
    throw new Failure('unsupportedMediaType', 'Encoded bodies are not accepted. Send the body without Content-Encoding.')
}

/** Takes bodies of these content types as JSON: bounded, in UTF-8, without fields that change prototypes. */
export function acceptJson(app: FastifyInstance, contentTypes: readonly string[]): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser([...contentTypes], { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    // Common clients name the content type on every call, also where they send no body.
    if (body.length === 0) {
      done(null, undefined)
      return
    }
    try {
      requirePlainUtf8(request)
      if (!isUtf8(body)) throw new Failure('invalidRequest', 'The body is not valid UTF-8.')
      requireBounded(body)
    } catch (error) {
      done(error as Failure)
      return
    }
    parse(request, body.toString(), done)
  })
}
