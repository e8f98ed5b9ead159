import { Type } from 'typebox'
import { operation, reply } from '../../../http/operation.ts'
import { groupSummaryRows, presentPreview } from './groups.ts'
import { SandboxGroupPreview } from './schemas.ts'

const max = 2_000

export const listSandboxAccessGroups = operation({
  id: 'listSandboxAccessGroups',
  method: 'GET',
  path: '/sandbox-access/groups',
  tag: 'sandbox-access',
  summary: 'List all sandbox groups by name',
  description: `Returns up to ${max} groups of the sandboxes you can see. If there are more, the \`link\` header with rel="next" has the next page.`,
  access: 'signedIn',
  responses: { 200: Type.Array(SandboxGroupPreview) },
  async handler({ db, actor, now }) {
    const rows = await groupSummaryRows(db, actor)
      .orderBy('g.name')
      .orderBy('g.id')
      .limit(max + 1)
      .execute()
    const nextLink = `/sandbox-access/groups/adv?sort=name&size=200&page=${max / 200 + 1}`
    const items = rows.slice(0, max).map((row) => presentPreview(row, now()))
    return reply(200, items, rows.length > max ? { link: `<${nextLink}>; rel="next"` } : undefined)
  },
})
