import { NameInPath, normalizeName } from '../../../http/name.ts'
import { operation } from '../../../http/operation.ts'
import { groupsOutside } from '../../accounts/groups/directory.ts'
import { requireAnyGroup } from './queries.ts'
import { readWholeGroup } from './readWholeGroup.ts'
import { WholeAccessGroup } from './schemas.ts'

export const getAccessGroupByName = operation({
  id: 'getAccessGroupByName',
  method: 'GET',
  path: '/account-access/groups/byName/{name}',
  tag: 'account-access',
  summary: 'Get an access group by its name, ignoring case',
  access: 'signedIn',
  params: NameInPath,
  answers: { 200: WholeAccessGroup },
  errors: ['notFound'],
  async prepare({ db, clients, actor, params }) {
    const { id, account_id } = await requireAnyGroup(db, actor, { name: normalizeName(params.name) })
    return { id, outside: await groupsOutside({ db, clients }, account_id) }
  },
  handler: ({ db, actor }, { id, outside }) => readWholeGroup(db, actor, { id }, outside),
})
