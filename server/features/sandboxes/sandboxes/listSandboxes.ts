import { Type } from 'typebox'
import { operation, reply } from '../../../http/operation.ts'
import { notDeletedSql } from './list.ts'
import { loadSandboxes } from './queries.ts'
import { visibleTo } from './sandboxRows.ts'
import { SandboxSummary } from './schemas.ts'

const max = 1_000

export const listSandboxes = operation({
  id: 'listSandboxes',
  method: 'GET',
  path: '/sandboxes',
  tag: 'sandboxes',
  summary: 'List all sandboxes by name',
  description: `Returns up to ${max} sandboxes. If there are more, the \`link\` header with rel="next" has the next page.`,
  access: 'signedIn',
  responses: { 200: Type.Array(SandboxSummary) },
  async handler({ db, actor, now }) {
    const rows = await db
      .selectFrom('sandboxes')
      .select('id')
      .where(notDeletedSql)
      .where(visibleTo(actor))
      .orderBy('name')
      .orderBy('id')
      .limit(max + 1)
      .execute()
    const ids = rows.slice(0, max).map((row) => row.id)
    const nextLink = rows.length > max ? { link: `</sandboxes/adv?sort=name&size=200&page=${max / 200 + 1}>; rel="next"` } : undefined
    return reply(200, await loadSandboxes(db, actor, ids, now()), nextLink)
  },
})
