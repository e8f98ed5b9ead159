import { Type } from 'typebox'
import { operation, reply } from '../../../http/operation.ts'
import { alertKeyDenial, findAlertKey } from './findAlertKey.ts'
import { alertsPerMinute } from './limits.ts'
import { AlertAddress, AlertDefaults } from './schemas.ts'

export const allowAlertSender = operation({
  id: 'allowAlertSender',
  method: 'OPTIONS',
  path: '/{incidentService}/alert/account/{accountId}/key/{snowKey}',
  tag: 'incidents',
  summary: 'Confirm to a CloudEvents sender that its alerts are accepted',
  description:
    'Implements the handshake of the CloudEvents webhook specification, which Event Grid does before its first event, and returns the allowed rate. The alert key in the URL authorizes the sender.',
  access: 'anyone',
  credential: { find: findAlertKey, denialMessage: alertKeyDenial },
  perMinute: alertsPerMinute,
  readOnly: true,
  params: AlertAddress,
  query: AlertDefaults,
  headers: Type.Object({
    'webhook-request-origin': Type.String({
      minLength: 1,
      maxLength: 253,
      pattern: '^[0-9A-Za-z.:-]+$',
      description: 'Host name of the sender, such as eventgrid.azure.net.',
    }),
  }),
  responses: { 200: Type.Object({ allowed: Type.Boolean() }) },
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
