import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Failure, joinFieldPath } from '../errors.ts'

/** Bodies can't be nested deeper than this, because readers of free-form JSON are recursive. */
export const maxDepth = 64
/** Largest number of values, fields and elements in a body. Parsing more of them would block other requests. */
export const maxValues = 20_000

const [quote, backslash, comma, openList, closeList, openObject, closeObject] = [...'"\\,[]{}'].map((each) => each.charCodeAt(0))

interface Container {
  names: Set<string> | undefined
  at: string | number
  awaitsName: boolean
}

function jsonErrorAt(openContainers: readonly Container[], message: string): Failure {
  const field = joinFieldPath(openContainers.map(({ at }) => String(at)))
  return new Failure('invalidRequest', `${field || 'The body'} ${message}.`, { errors: [{ field, message }] })
}

function invalidJson(text: string): Failure {
  let location = ''
  try {
    JSON.parse(text)
  } catch (error) {
    location =
      /\(line \d+ column \d+\)/.exec(String(error))?.[0] ?? /position (\d+)/.exec(String(error))?.[0] ?? 'because it ends too early'
  }
  return jsonErrorAt([], `isn’t valid JSON ${location}`.trimEnd())
}

/** @throws SyntaxError if the text is not JSON */
function nameIn(text: Buffer): string {
  return text.includes(backslash!) ? (JSON.parse(text.toString()) as string) : text.toString('utf8', 1, text.length - 1)
}

/**
 * Checks a body in one pass without recursion before it is parsed. If a field occurs twice, `JSON.parse` keeps the last one, but other
 * readers, such as a proxy, might keep the first. A text that is not JSON passes this check and fails when it is parsed.
 * @throws invalidRequest
 */
export function checkBody(body: Buffer): void {
  const openContainers: Container[] = []
  let values = 1
  for (let index = 0; index < body.length; index++) {
    const byte = body[index]
    const container = openContainers.at(-1)
    if (byte === quote) {
      const start = index++
      while (index < body.length && body[index] !== quote) index += body[index] === backslash ? 2 : 1
      if (!container?.names || !container.awaitsName) continue
      const name = nameIn(body.subarray(start, index + 1))
      container.awaitsName = false
      container.at = name
      if (container.names.has(name)) throw jsonErrorAt(openContainers, 'was sent more than once')
      // These fields would change the prototype of every object.
      if (name === '__proto__' || (name === 'prototype' && openContainers.at(-2)?.at === 'constructor'))
        throw jsonErrorAt(openContainers, 'isn’t a known field')
      container.names.add(name)
    } else if (byte === comma) {
      values++
      if (typeof container?.at === 'number') container.at++
      else if (container) container.awaitsName = true
    } else if (byte === openList || byte === openObject) {
      values++
      openContainers.push(
        byte === openObject ? { names: new Set(), at: '', awaitsName: true } : { names: undefined, at: 0, awaitsName: false },
      )
      if (openContainers.length > maxDepth) throw jsonErrorAt(openContainers.slice(0, 1), `has more than ${maxDepth} levels`)
    } else if (byte === closeList || byte === closeObject) openContainers.pop()
    if (values > maxValues)
      throw jsonErrorAt(openContainers.slice(0, 1), `has more than ${maxValues} values; send several smaller requests`)
  }
}

/**
 * Text in a different character set or encoding would be stored as different text.
 * @throws unsupportedMediaType
 */
function requirePlainUtf8({ headers }: FastifyRequest): void {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(headers['content-type'] ?? '')?.[1]
  if (charset !== undefined && !/^utf-?8$/i.test(charset))
    throw new Failure('unsupportedMediaType', 'Only UTF-8 is accepted. Send the body in UTF-8.')
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity')
    throw new Failure('unsupportedMediaType', 'Encoded bodies are not accepted. Send the body without Content-Encoding.')
}

/**
 * Accepts these content types as JSON. The body must be within the limits, in UTF-8, without duplicate fields, and without fields that
 * change prototypes.
 */
export function acceptJson(app: FastifyInstance, contentTypes: readonly string[]): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser([...contentTypes], { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    // Common HTTP clients send a content type on every call, even without a body.
    if (body.length === 0) {
      done(null, undefined)
      return
    }
    try {
      requirePlainUtf8(request)
      if (!isUtf8(body)) throw jsonErrorAt([], 'is not valid UTF-8')
      checkBody(body)
    } catch (error) {
      done(error as Failure)
      return
    }
    const text = body.toString()
    parse(request, text, (error, value) => (error ? done(invalidJson(text)) : done(null, value)))
  })
}
