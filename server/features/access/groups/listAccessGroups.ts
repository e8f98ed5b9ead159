import { Type } from 'typebox'
import { findPage, ListQuery, nextLink, pageSize, sortByIds } from '../../../http/list.ts'
import { operation, reply } from '../../../http/operation.ts'
import { existingGroups, groupList } from './list.ts'
import { groupSummaryRows, presentPreview } from './queries.ts'
import { AccessGroupPreview } from './schemas.ts'

const defaultSize = 500

export const listAccessGroups = operation({
  id: 'listAccessGroups',
  method: 'GET',
  path: '/account-access/groups',
  tag: 'account-access',
  summary: 'List access groups by name',
  description: `Returns the first ${defaultSize} groups unless you set \`page\` and \`size\`. If there are more, the \`link\` header with rel="next" has the next page.`,
  access: 'signedIn',
  query: Type.Object({ ...ListQuery.properties, size: Type.Optional(pageSize(1_000, defaultSize)) }, { additionalProperties: false }),
  responses: { 200: Type.Array(AccessGroupPreview) },
  errors: ['invalidFilter'],
  async handler({ db, query }) {
    const { ids, ...page } = await findPage(db, groupList, { size: defaultSize, ...query }, existingGroups)
    const rows = ids.length > 0 ? await groupSummaryRows(db).where('g.id', 'in', ids).execute() : []
    return reply(200, sortByIds(ids, rows).map(presentPreview), nextLink('/account-access/groups', query, page, ids.length))
  },
})
