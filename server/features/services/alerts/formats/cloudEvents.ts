import { isUtf8 } from 'node:buffer'
import type { ParsedAlert } from './incoming.ts'
import { parseFields } from './plain.ts'
import { recordOf, singleLine, timeOf } from './plainText.ts'
import { stateOf } from './states.ts'

/**
 * Suffixes of an event type that don't change its subject: `org.example.disk.resolved` belongs to `org.example.disk.fired`. A version can
 * follow the suffix.
 */
const statusSuffix = /[./_-](resolved|cleared|recovered|closed|fired|firing|triggered|raised|opened)(?=([./_-]v?\d+)?$)/i

/** Decodes base64 data of an event as JSON or, if it isn't JSON, as text. Other data, such as an image, is left unchanged. */
export function withDataRead(event: Record<string, unknown>): Record<string, unknown> {
  const { data_base64: encoded, ...rest } = event
  if (typeof encoded !== 'string' || rest.specversion === undefined || rest.data !== undefined) return event
  const bytes = Buffer.from(encoded, 'base64')
  if (!isUtf8(bytes)) return event
  const text = bytes.toString()
  try {
    return { ...rest, data: JSON.parse(text) as unknown }
  } catch {
    return { ...rest, data: text }
  }
}

/**
 * Reads a CloudEvent 1.0 in structured JSON. Its data has the fields of the plain format.
 * @returns undefined for a different format
 */
export function parseCloudEvent(event: Record<string, unknown>): ParsedAlert[] | undefined {
  const [id, source, type] = [singleLine(event.id, 300), singleLine(event.source, 500), singleLine(event.type, 300)]
  if (typeof event.specversion !== 'string' || !event.specversion.startsWith('1.') || !id || !source || !type) return undefined
  const data = typeof event.data === 'string' ? { description: event.data } : recordOf(event.data)
  const subject = singleLine(event.subject, 500)
  const statusText = data.status ?? data.state
  const fields = parseFields(data)
  const key = singleLine(data.key, 500)
  const state = statusText === undefined ? stateOf(statusSuffix.exec(type)?.[1]) : stateOf(statusText)
  const title = fields.title ?? singleLine(`${type}${subject ? `: ${subject}` : ''}`, 160)!
  return [
    {
      ...fields,
      source: 'cloudEvents',
      same: key ? [source, key] : [source, subject ?? '', type.replace(statusSuffix, '')],
      // According to the specification, the combination of source and ID is unique.
      once: [source, id],
      state,
      isFiring: state === 'firing',
      at: timeOf(event.time),
      title,
      resource: fields.resource ?? subject,
      facts: {
        ...fields.facts,
        what: fields.facts.what ?? title,
        where: fields.facts.where ?? subject,
        since: fields.facts.since ?? timeOf(event.time),
        rule: type,
        more: [`Sent by: ${source}`],
      },
      payload: event,
    },
  ]
}
