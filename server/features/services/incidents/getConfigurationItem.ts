import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { presentItem } from './present.ts'
import { BySysId, ConfigurationItem } from './schemas.ts'

export const unknownItem = 'This configuration item doesn’t exist in ServiceNow, or Slipway can’t read it.'

export const getConfigurationItem = operation({
  id: 'getConfigurationItem',
  method: 'GET',
  path: '/{incidentService}/ci/{sys_id}',
  tag: 'incidents',
  summary: 'Get a ServiceNow configuration item',
  access: 'signedIn',
  perMinute: 120,
  params: BySysId,
  responses: { 200: ConfigurationItem },
  errors: ['notFound', 'outsideFailed'],
  prepare: ({ clients, params }) => clients.servicenow.getConfigurationItem(params.sys_id),
  async handler(_, item) {
    if (!item) throw new Failure('notFound', unknownItem)
    return presentItem(item)
  },
})
