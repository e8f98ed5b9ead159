import { Failure } from '../../../../errors.ts'
import { parseAlertmanager } from './alertmanager.ts'
import { parseAzure } from './azure.ts'
import { parseCloudEvent, withDataRead } from './cloudEvents.ts'
import { isAboutSubscription, toCloudEvent } from './eventGrid.ts'
import type { ParsedAlert } from './incoming.ts'
import { parsePlain } from './plain.ts'
import { recordOf } from './plainText.ts'

const maxEvents = 200
const maxDepth = 24

/**
 * Reads the alerts of a delivery. The format is detected from the body, because the content types of senders aren't reliable.
 * @throws invalidRequest for an unknown format
 */
export function parsePayload(body: unknown): ParsedAlert[] {
  requireMaxDepth(body)
  if (Array.isArray(body))
    return body.length > 0 && body.length <= maxEvents
      ? body.flatMap((each) => parseEvent(recordOf(each)) ?? throwUnsupportedFormat())
      : throwUnsupportedFormat()
  const payload = recordOf(body)
  return parseAzure(payload) ?? parseAlertmanager(payload) ?? parseEvent(payload) ?? parsePlain(payload) ?? throwUnsupportedFormat()
}

function parseEvent(eventPayload: Record<string, unknown>): ParsedAlert[] | undefined {
  const event = withDataRead(toCloudEvent(eventPayload))
  if (event !== eventPayload) requireMaxDepth(event)
  const alerts = parseCloudEvent(event)
  return alerts && isAboutSubscription(event) ? [] : alerts
}

function throwUnsupportedFormat(): never {
  throw new Failure(
    'invalidRequest',
    `The alert format isn’t supported. Send Azure’s common alert schema, an Alertmanager webhook, a CloudEvent 1.0 or Event Grid event (or a batch of 1 to ${maxEvents}), or JSON with a title.`,
  )
}

export const tooDeep = `The alert is nested deeper than ${maxDepth} levels.`

function requireMaxDepth(body: unknown): void {
  if (!isWithinDepth(body, maxDepth)) throw new Failure('invalidRequest', tooDeep)
}

function isWithinDepth(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return depth > 0 && Object.values(value).every((each) => isWithinDepth(each, depth - 1))
}
