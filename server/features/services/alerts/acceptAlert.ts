import { Failure } from '../../../errors.ts'
import { operation, reply } from '../../../http/operation.ts'
import { toAlertEvents } from './alertEvents.ts'
import { alertKeyDenial, findAlertKey } from './findAlertKey.ts'
import { validationCodeOf } from './formats/eventGrid.ts'
import { EventHeaders, eventOfHeaders } from './formats/eventHeaders.ts'
import { parsePayload } from './formats/parsePayload.ts'
import { alertsPerMinute } from './limits.ts'
import { AcceptedAlerts, AlertAddress, AlertDefaults, AlertPayload, SubscriptionValidated } from './schemas.ts'
import { storeAlertEvents } from './storeAlertEvents.ts'

export const acceptAlert = operation({
  id: 'acceptAlert',
  method: 'POST',
  path: '/{incidentService}/alert/account/{accountId}/key/{snowKey}',
  tag: 'incidents',
  summary: 'Accept an alert from an account’s monitoring and open an incident in ServiceNow',
  description:
    'Accepts Azure’s common alert schema, Alertmanager webhooks (version 4), CloudEvents 1.0 (single in JSON or with attributes in headers, or a batch), Event Grid events, and plain JSON with a title. Alerts are stored, and sent to ServiceNow when it is available. Alerts with the same cause share one incident with a count, which is resolved when they clear. A repeated delivery counts once. Event Grid’s validation request returns 200.',
  access: 'anyone',
  credential: { find: findAlertKey, denialMessage: alertKeyDenial },
  perMinute: alertsPerMinute,
  maxBytes: 262_144,
  consumes: ['application/cloudevents+json', 'application/cloudevents-batch+json'],
  // There can be 10,000 alerts a minute, so an alert is recorded by its own row instead of an audit event.
  customAudit: true,
  transactions: 'own',
  params: AlertAddress,
  query: AlertDefaults,
  headers: EventHeaders,
  body: AlertPayload,
  responses: { 200: SubscriptionValidated, 202: AcceptedAlerts },
  async handler({ db, jobs, caller, query, headers, body, now }) {
    if (caller.kind !== 'machine') throw new Failure('unauthenticated', alertKeyDenial)
    const validationResponse = validationCodeOf(body)
    if (validationResponse !== undefined) return reply(200, { validationResponse })
    const rows = toAlertEvents(parsePayload(eventOfHeaders(headers, body) ?? body), query, {
      accountId: caller.accountIds[0]!,
      keyId: caller.id,
      now: now(),
    })
    const addedCount = await storeAlertEvents({ db, jobs }, rows)
    return reply(202, { accepted: rows.length, repeated: rows.length - addedCount })
  },
})
