import { Type } from 'typebox'
import { operation, reply } from '../../http/operation.ts'
import { briefRows, presentBrief } from './queries.ts'
import { AccessGroupBrief } from './schemas.ts'

/** As many as one answer holds; a `link` header leads to the rest. */
const most = 10_000

export const listAccessGroups = operation({
  id: 'listAccessGroups',
  method: 'GET',
  path: '/account-access/groups',
  tag: 'account-access',
  summary: 'All access groups in short, by name',
  description: `Holds ${most} at most; when there are more, a \`link\` header with rel="next" says where they go on.`,
  access: 'signedIn',
  answers: { 200: Type.Array(AccessGroupBrief) },
  async handler({ db }) {
    const rows = await briefRows(db)
      .orderBy('g.name')
      .orderBy('g.id')
      .limit(most + 1)
      .execute()
    const next = `/account-access/groups/adv?sort=name&size=200&page=${most / 200 + 1}`
    return reply(200, rows.slice(0, most).map(presentBrief), rows.length > most ? { link: `<${next}>; rel="next"` } : undefined)
  },
})
