import { Type } from 'typebox'
import { operation, reply } from '../../http/operation.ts'
import { briefRows, presentBrief } from './queries.ts'
import { AccessGroupBrief } from './schemas.ts'

const defaultSize = 500

export const listAccessGroups = operation({
  id: 'listAccessGroups',
  method: 'GET',
  path: '/account-access/groups',
  tag: 'account-access',
  summary: 'Access groups in short, by name',
  description: `Holds the first ${defaultSize} unless \`page\` and \`size\` say otherwise; when there are more, a \`link\` header with rel="next" has the address of the next page.`,
  access: 'signedIn',
  query: Type.Object(
    {
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, default: 1, description: 'Page, counted from 1.' })),
      size: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, default: defaultSize, description: 'Groups per page.' })),
    },
    { additionalProperties: false },
  ),
  answers: { 200: Type.Array(AccessGroupBrief) },
  async handler({ db, query: { page = 1, size = defaultSize } }) {
    const rows = await briefRows(db)
      .orderBy('g.name')
      .orderBy('g.id')
      .limit(size + 1)
      .offset((page - 1) * size)
      .execute()
    const next = `/account-access/groups?page=${page + 1}&size=${size}`
    return reply(200, rows.slice(0, size).map(presentBrief), rows.length > size ? { link: `<${next}>; rel="next"` } : undefined)
  },
})
