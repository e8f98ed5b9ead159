import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { loadConflicts } from './conflicts.ts'
import { requireAnyGroup } from './queries.ts'
import { AccessGroupId, GroupConflict } from './schemas.ts'

export const listGroupConflicts = operation({
  id: 'listGroupConflicts',
  method: 'GET',
  path: '/account-access/groups/{id}/conflicts',
  tag: 'account-access',
  summary: 'List the separation-of-duties rules of a group',
  access: 'signedIn',
  params: AccessGroupId,
  responses: { 200: Type.Array(GroupConflict) },
  errors: ['notFound'],
  async handler({ db, actor, params }) {
    return loadConflicts(db, actor, await requireAnyGroup(db, actor, params))
  },
})
