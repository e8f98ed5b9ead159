import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { presentGroup } from './present.ts'
import { AssignmentGroup, NameSearch } from './schemas.ts'

/** As many as fit a list that one still reads. */
const most = 25

export const searchAssignmentGroups = operation({
  id: 'searchAssignmentGroups',
  method: 'GET',
  path: '/{incidentService}/search/assignmentGroup/{name}',
  tag: 'incidents',
  summary: 'Groups in use that ServiceNow can give an incident to, whose name contains a text',
  access: 'signedIn',
  perMinute: 120,
  params: NameSearch,
  answers: {
    200: Type.Object({
      items: Type.Array(AssignmentGroup, { description: `At most ${most}, by name.` }),
      more: Type.Boolean({ description: 'There are more than are shown.' }),
    }),
  },
  errors: ['outsideFailed'],
  prepare: ({ clients, params }) => clients.servicenow.findAssignmentGroup(params.name, most + 1),
  handler: async (_, groups) => ({ items: groups.slice(0, most).map(presentGroup), more: groups.length > most }),
})
