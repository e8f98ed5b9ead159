import { Failure } from '../../../../errors.ts'
import { readAlertmanager } from './alertmanager.ts'
import { readAzure } from './azure.ts'
import { readCloudEvent, withDataRead } from './cloudEvents.ts'
import { asCloudEvent, isAboutSubscription } from './eventGrid.ts'
import type { Incoming } from './incoming.ts'
import { readPlain } from './plain.ts'
import { recordOf } from './plainText.ts'

/** Limits on the number of events in a batch, and on nesting. */
const maxEvents = 200
const maxDepth = 24

/**
 * Reads the alerts of a delivery. The format is detected from the body, because the content types of senders aren't reliable.
 * @throws invalidRequest for an unknown format
 */
export function readPayload(body: unknown): Incoming[] {
  requireShallow(body)
  if (Array.isArray(body))
    return body.length > 0 && body.length <= maxEvents
      ? body.flatMap((each) => readEvent(recordOf(each)) ?? refuseUnknown())
      : refuseUnknown()
  const payload = recordOf(body)
  return readAzure(payload) ?? readAlertmanager(payload) ?? readEvent(payload) ?? readPlain(payload) ?? refuseUnknown()
}

function readEvent(eventPayload: Record<string, unknown>): Incoming[] | undefined {
  const event = withDataRead(asCloudEvent(eventPayload))
  if (event !== eventPayload) requireShallow(event)
  const alerts = readCloudEvent(event)
  return alerts && isAboutSubscription(event) ? [] : alerts
}

function refuseUnknown(): never {
  throw new Failure(
    'invalidRequest',
    `The alert format isn’t supported. Send Azure’s common alert schema, an Alertmanager webhook, a CloudEvent 1.0 or Event Grid event (or a batch of 1 to ${maxEvents}), or JSON with a title.`,
  )
}

function requireShallow(body: unknown): void {
  if (!isWithinDepth(body, maxDepth)) throw new Failure('invalidRequest', `The alert is nested deeper than ${maxDepth} levels.`)
}

function isWithinDepth(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return depth > 0 && Object.values(value).every((each) => isWithinDepth(each, depth - 1))
}
