import { ExternalError } from '../externalError.ts'
import type { ExternalRequest, Reply, Send } from '../pipeline.ts'
import { asRecord, parseServiceError } from '../serviceResponse.ts'
import { hiddenFieldMessage, isPlainText } from './servicenowTickets.ts'

/**
 * ServiceNow silently omits fields that its user can't read, and Slipway's decisions without these fields would be wrong.
 * @throws ExternalError `hiddenField`
 */
export function requireVisibleFields(reply: Reply, description: string, requiredFields: readonly string[]): void {
  const { result } = asRecord(reply.body)
  for (const row of Array.isArray(result) ? result : [result]) {
    const hidden = requiredFields.find((field) => asRecord(row)[field] === undefined)
    if (hidden === undefined) continue
    const message = hiddenFieldMessage(hidden, description)
    throw new ExternalError({ service: 'ServiceNow', code: 'hiddenField', message, retryable: false })
  }
}

/**
 * After a timeout, ServiceNow returns 200 and an incomplete or empty list with an error at the end.
 * @throws ExternalError `incompleteAnswer`
 */
export function requireCompleteResponses(send: Send): Send {
  async function sendComplete(request: ExternalRequest): Promise<Reply> {
    const reply = await send(request)
    const { error, status: outcome } = asRecord(reply.body)
    if (reply.status >= 300 || ((error ?? undefined) === undefined && outcome !== 'failure')) return reply
    const { detail = 'no reason given' } = parseServiceError(reply.body)
    const message = `ServiceNow stopped before its response was complete: ${detail.slice(0, 400)}`
    throw new ExternalError({ service: 'ServiceNow', code: 'incompleteAnswer', message, status: reply.status, retryable: true })
  }
  return Object.assign(sendComplete, { service: send.service, origin: send.origin })
}

/**
 * Keeps user input as text: a journal field renders content between `[code]` and `[/code]` as HTML ("Journal field type" in ServiceNow's
 * platform administration guide), so the brackets of such tags become parentheses in every field of every request.
 */
export function plainText(send: Send): Send {
  function sendPlain(request: ExternalRequest): Promise<Reply> {
    if (typeof request.body !== 'object' || request.body === null) return send(request)
    const body = Object.fromEntries(
      Object.entries(request.body).map(([field, value]) => [field, typeof value === 'string' ? withoutCodeTags(value) : value]),
    )
    return send({ ...request, body })
  }
  return Object.assign(sendPlain, { service: send.service, origin: send.origin })
}

/** Matches tags with spaces, zero-width characters or attributes too, because future renderers might accept them. */
const withoutCodeTags = (text: string) => text.replace(/\[([^\w[\]]*code(?![\w-])[^[\]]*)\]/gi, '($1)')

/** Returns the longest part of a name that is safe in an encoded query; undefined if no part is safe. `^` would start another condition. */
export function searchableSegment(name: string): string | undefined {
  const longestSegment = name
    .trim()
    .split('^')
    .reduce((longest, each) => (each.length > longest.length ? each : longest), '')
  return isPlainText(longestSegment) ? longestSegment : undefined
}

/** Checks the name again, because ServiceNow ignores conditions that it can't parse, and returns every row. */
export const nameIncludes = ({ name }: { name: string }, searchedName: string): boolean =>
  name.toLowerCase().includes(searchedName.trim().toLowerCase())
