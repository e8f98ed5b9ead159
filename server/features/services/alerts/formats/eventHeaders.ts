import { type Static, Type } from 'typebox'

const attribute = (description: string) => Type.Optional(Type.String({ maxLength: 2_000, description }))

export const EventHeaders = Type.Object({
  'ce-specversion': attribute('CloudEvents version, 1.0. The body then has the event’s data, and the ce- headers have its attributes.'),
  'ce-id': attribute('Event ID; deliveries with the same ID and source count once.'),
  'ce-source': attribute('Event source.'),
  'ce-type': attribute('Event type.'),
  'ce-subject': attribute('Event subject.'),
  'ce-time': attribute('Event time.'),
})

/** @returns undefined without such headers, or if the body is a complete event */
export function eventOfHeaders(headers: Static<typeof EventHeaders>, body: unknown): Record<string, unknown> | undefined {
  if (headers['ce-specversion'] === undefined || (typeof body === 'object' && body !== null && 'specversion' in body)) return undefined
  const attributes = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name.slice('ce-'.length), unescapePercent(value)]],
  )
  return { ...Object.fromEntries(attributes), data: body }
}

/**
 * Decodes a header according to the HTTP binding of CloudEvents: it removes quotation marks first, then decodes the percent-encoding once.
 */
function unescapePercent(value: string): string {
  const quoted = /^"((?:[^"\\]|\\.)*)"$/s.exec(value)
  const text = quoted ? quoted[1]!.replace(/\\(.)/gs, '$1') : value
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString())
}
