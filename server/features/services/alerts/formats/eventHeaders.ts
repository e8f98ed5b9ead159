import { type Static, Type } from 'typebox'

const attribute = (description: string) => Type.Optional(Type.String({ maxLength: 2_000, description }))

/** The attributes of a CloudEvent in binary mode; its data is the body. */
export const EventHeaders = Type.Object({
  'ce-specversion': attribute('1.0: the body is the data of a CloudEvent, and these headers are its attributes.'),
  'ce-id': attribute('Event id; deliveries with the same id and source count once.'),
  'ce-source': attribute('Event source.'),
  'ce-type': attribute('Event type.'),
  'ce-subject': attribute('Event subject.'),
  'ce-time': attribute('Event time.'),
})

/**
 * The event whose attributes came in headers, as it would have come in JSON. Undefined when none did, or when the body is a whole event by
 * itself.
 */
export function eventOfHeaders(headers: Static<typeof EventHeaders>, body: unknown): Record<string, unknown> | undefined {
  if (headers['ce-specversion'] === undefined || (typeof body === 'object' && body !== null && 'specversion' in body)) return undefined
  const attributes = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name.slice('ce-'.length), unescaped(value)]],
  )
  return { ...Object.fromEntries(attributes), data: body }
}

/** Quotation marks around it first, then percent signs in it, once: as the HTTP binding of CloudEvents reads a header. */
function unescaped(value: string): string {
  const quoted = /^"((?:[^"\\]|\\.)*)"$/s.exec(value)
  const text = quoted ? quoted[1]!.replace(/\\(.)/gs, '$1') : value
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString())
}
