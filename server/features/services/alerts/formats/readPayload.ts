import { Failure } from '../../../../errors.ts'
import { readAlertmanager } from './alertmanager.ts'
import { readAzure } from './azure.ts'
import { readCloudEvent, withDataRead } from './cloudEvents.ts'
import { asCloudEvent, isAboutSubscription } from './eventGrid.ts'
import type { Incoming } from './incoming.ts'
import { readPlain } from './plain.ts'
import { recordOf } from './plainText.ts'

/** Limits of events in a batch, and of nesting. */
const maxEvents = 200
const maxDepth = 24

/**
 * Reads the alerts of a delivery. The format is detected from the body, because senders' content types aren't reliable.
 * @throws invalidRequest for an unknown format
 */
export function readPayload(body: unknown): Incoming[] {
  requireShallow(body)
  if (Array.isArray(body))
    return body.length > 0 && body.length <= maxEvents ? body.flatMap((each) => readEvent(recordOf(each)) ?? unknown()) : unknown()
  const payload = recordOf(body)
  return readAzure(payload) ?? readAlertmanager(payload) ?? readEvent(payload) ?? readPlain(payload) ?? unknown()
}

function readEvent(sent: Record<string, unknown>): Incoming[] | undefined {
  const event = withDataRead(asCloudEvent(sent))
  if (event !== sent) requireShallow(event)
  const alerts = readCloudEvent(event)
  return alerts && isAboutSubscription(event) ? [] : alerts
}

function unknown(): never {
  throw new Failure(
    'invalidRequest',
    `This isn’t a known alert format. Send Azure’s common alert schema, an Alertmanager webhook, a CloudEvent 1.0 or an event of Event Grid (or 1 to ${maxEvents} in a batch), or JSON with a title.`,
  )
}

function requireShallow(body: unknown): void {
  if (!within(body, maxDepth)) throw new Failure('invalidRequest', `The alert is nested deeper than ${maxDepth} levels.`)
}

function within(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return depth > 0 && Object.values(value).every((each) => within(each, depth - 1))
}
