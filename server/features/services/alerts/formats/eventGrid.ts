import { recordOf } from './plainText.ts'

/** What Event Grid says about a subscription of its own; nothing that happened to anybody. */
const ofSubscription = /^Microsoft\.EventGrid\.Subscription/i

/** The code by which Event Grid asks whether alerts are wanted here, in its own schema; undefined when it asks nothing. */
export function validationCodeOf(body: unknown): string | undefined {
  const [event, ...more] = Array.isArray(body) ? body : []
  const { eventType, data } = recordOf(event)
  if (more.length > 0 || eventType !== 'Microsoft.EventGrid.SubscriptionValidationEvent') return undefined
  const { validationCode } = recordOf(data)
  return typeof validationCode === 'string' && /^[\w-]{1,100}$/.test(validationCode) ? validationCode : undefined
}

/** An event in Event Grid’s own schema as the CloudEvent that it is in the other one; what is none stays as it is. */
export function asCloudEvent(event: Record<string, unknown>): Record<string, unknown> {
  const { id, topic, subject, eventType, eventTime, data } = event
  if (eventType === undefined || 'specversion' in event) return event
  return { specversion: '1.0', id, source: topic, type: eventType, subject, time: eventTime, data }
}

export const isAboutSubscription = ({ type }: Record<string, unknown>) => typeof type === 'string' && ofSubscription.test(type)
