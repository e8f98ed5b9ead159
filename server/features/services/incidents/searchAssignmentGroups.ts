import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { presentGroup } from './present.ts'
import { AssignmentGroup, NameSearch } from './schemas.ts'

const maxResults = 25

export const searchAssignmentGroups = operation({
  id: 'searchAssignmentGroups',
  method: 'GET',
  path: '/{incidentService}/search/assignmentGroup/{name}',
  tag: 'incidents',
  summary: 'Search ServiceNow assignment groups by name',
  access: 'signedIn',
  perMinute: 120,
  params: NameSearch,
  responses: {
    200: Type.Object({
      items: Type.Array(AssignmentGroup, { description: `Groups by name, at most ${maxResults}.` }),
      more: Type.Boolean({ description: 'True if there are more results.' }),
    }),
  },
  errors: ['outsideFailed'],
  prepare: ({ clients, params }) => clients.servicenow.findAssignmentGroup(params.name, maxResults + 1),
  handler: async (_, groups) => ({ items: groups.slice(0, maxResults).map(presentGroup), more: groups.length > maxResults }),
})
