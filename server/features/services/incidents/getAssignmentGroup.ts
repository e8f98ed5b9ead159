import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { presentGroup } from './present.ts'
import { AssignmentGroup, BySysId } from './schemas.ts'

export const getAssignmentGroup = operation({
  id: 'getAssignmentGroup',
  method: 'GET',
  path: '/{incidentService}/assignmentGroup/{sys_id}',
  tag: 'incidents',
  summary: 'Get a ServiceNow assignment group',
  access: 'signedIn',
  perMinute: 120,
  params: BySysId,
  responses: { 200: AssignmentGroup },
  errors: ['notFound', 'outsideFailed'],
  prepare: ({ clients, params }) => clients.servicenow.getAssignmentGroup(params.sys_id),
  async handler(_, group) {
    if (!group) throw new Failure('notFound', 'This assignment group doesn’t exist in ServiceNow, or Slipway can’t read it.')
    return presentGroup(group)
  },
})
