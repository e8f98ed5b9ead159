import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { presentItem } from './present.ts'
import { ConfigurationItem, NameSearch } from './schemas.ts'

const maxResults = 25

export const searchConfigurationItems = operation({
  id: 'searchConfigurationItems',
  method: 'GET',
  path: '/{incidentService}/search/ci/{name}',
  tag: 'incidents',
  summary: 'Search ServiceNow configuration items by name',
  access: 'signedIn',
  perMinute: 120,
  params: NameSearch,
  responses: {
    200: Type.Object({
      items: Type.Array(ConfigurationItem, { description: `Configuration items, at most ${maxResults}.` }),
      more: Type.Boolean({ description: 'True if there are more results.' }),
    }),
  },
  errors: ['outsideFailed'],
  prepare: ({ clients, params }) => clients.servicenow.findConfigurationItem(params.name, maxResults + 1),
  handler: async (_, items) => ({ items: items.slice(0, maxResults).map(presentItem), more: items.length > maxResults }),
})
