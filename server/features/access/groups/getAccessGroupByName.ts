import { NameInPath, normalizeName } from '../../../http/name.ts'
import { operation } from '../../../http/operation.ts'
import { fetchDirectoryGroups } from '../../accounts/groups/directory.ts'
import { loadGroupDetail } from './loadGroupDetail.ts'
import { requireAnyGroup } from './queries.ts'
import { AccessGroupDetail } from './schemas.ts'

export const getAccessGroupByName = operation({
  id: 'getAccessGroupByName',
  method: 'GET',
  path: '/account-access/groups/byName/{name}',
  tag: 'account-access',
  summary: 'Get an access group by its name, ignoring case',
  access: 'signedIn',
  params: NameInPath,
  responses: { 200: AccessGroupDetail },
  errors: ['notFound'],
  async prepare({ db, clients, actor, params }) {
    const { id, account_id } = await requireAnyGroup(db, actor, { name: normalizeName(params.name) })
    return { id, directoryGroups: await fetchDirectoryGroups({ db, clients }, account_id) }
  },
  handler: ({ db, actor }, { id, directoryGroups }) => loadGroupDetail(db, actor, { id }, directoryGroups),
})
