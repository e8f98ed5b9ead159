import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { presentItem } from './present.ts'
import { ConfigurationItem, NameSearch } from './schemas.ts'

/** Limit of results. */
const most = 25

export const searchConfigurationItems = operation({
  id: 'searchConfigurationItems',
  method: 'GET',
  path: '/{incidentService}/search/ci/{name}',
  tag: 'incidents',
  summary: 'Search ServiceNow configuration items by name',
  access: 'signedIn',
  perMinute: 120,
  params: NameSearch,
  answers: {
    200: Type.Object({
      items: Type.Array(ConfigurationItem, { description: `At most ${most}.` }),
      more: Type.Boolean({ description: 'True if there are more results.' }),
    }),
  },
  errors: ['outsideFailed'],
  prepare: ({ clients, params }) => clients.servicenow.findConfigurationItem(params.name, most + 1),
  handler: async (_, items) => ({ items: items.slice(0, most).map(presentItem), more: items.length > most }),
})
