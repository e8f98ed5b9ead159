import { operation } from '../../../http/operation.ts'
import { fetchDirectoryGroups } from '../../accounts/groups/directory.ts'
import { loadGroupDetail } from './loadGroupDetail.ts'
import { AccessGroupDetail, AccessGroupId } from './schemas.ts'

export const getAccessGroup = operation({
  id: 'getAccessGroup',
  method: 'GET',
  path: '/account-access/groups/{id}',
  tag: 'account-access',
  summary: 'Get an access group with its permissions, scope, approvers and separation-of-duties rules',
  description: 'Only owners of its account, administrators and auditors get the members. They are omitted if the directory is unavailable.',
  access: 'signedIn',
  params: AccessGroupId,
  responses: { 200: AccessGroupDetail },
  errors: ['notFound'],
  async prepare({ db, clients, params }) {
    const group = await db.selectFrom('access_groups').select('account_id').where('id', '=', params.id).executeTakeFirst()
    return group?.account_id ? fetchDirectoryGroups({ db, clients }, group.account_id) : { members: undefined, roles: [] }
  },
  handler: ({ db, actor, params }, directoryGroups) => loadGroupDetail(db, actor, params, directoryGroups),
})
