import { Type } from 'typebox'
import { operation, reply } from '../../../http/operation.ts'
import { alertKeyRefusal, findAlertKey } from './findAlertKey.ts'
import { alertsPerMinute } from './limits.ts'
import { AlertAddress, AlertWishes } from './schemas.ts'

export const allowAlertSender = operation({
  id: 'allowAlertSender',
  method: 'OPTIONS',
  path: '/{incidentService}/alert/account/{accountId}/key/{snowKey}',
  tag: 'incidents',
  summary: 'Tell a sender of CloudEvents that its alerts are wanted here, and how many',
  description:
    'The handshake of the CloudEvents webhook specification, as Event Grid does it before its first event: whoever knows the key may send.',
  access: 'anyone',
  credential: { find: findAlertKey, refusal: alertKeyRefusal },
  perMinute: alertsPerMinute,
  changesNothing: true,
  params: AlertAddress,
  query: AlertWishes,
  headers: Type.Object({
    'webhook-request-origin': Type.String({
      minLength: 1,
      maxLength: 253,
      pattern: '^[0-9A-Za-z.:-]+$',
      description: 'Who wants to send, such as eventgrid.azure.net.',
    }),
  }),
  answers: { 200: Type.Object({ allowed: Type.Boolean() }) },
  async handler({ headers }) {
    return reply(
      200,
      { allowed: true },
      {
        'webhook-allowed-origin': headers['webhook-request-origin'],
        'webhook-allowed-rate': String(alertsPerMinute),
        allow: 'OPTIONS, POST',
      },
    )
  },
})
