import { recordOf } from './plainText.ts'

const subscriptionEventType = /^Microsoft\.EventGrid\.Subscription/i

/** Returns the code of Event Grid's subscription validation; undefined for other bodies. */
export function validationCodeOf(body: unknown): string | undefined {
  const [event, ...moreEvents] = Array.isArray(body) ? body : []
  const { eventType, data } = recordOf(event)
  if (moreEvents.length > 0 || eventType !== 'Microsoft.EventGrid.SubscriptionValidationEvent') return undefined
  const { validationCode } = recordOf(data)
  return typeof validationCode === 'string' && /^[\w-]{1,100}$/.test(validationCode) ? validationCode : undefined
}

export function toCloudEvent(event: Record<string, unknown>): Record<string, unknown> {
  const { id, topic, subject, eventType, eventTime, data } = event
  if (eventType === undefined || 'specversion' in event) return event
  return { specversion: '1.0', id, source: topic, type: eventType, subject, time: eventTime, data }
}

export const isAboutSubscription = ({ type }: Record<string, unknown>) => typeof type === 'string' && subscriptionEventType.test(type)
