import { Type } from 'typebox'
import { operation, reply } from '../../../http/operation.ts'
import { presentSummary, summaryRows } from './queries.ts'
import { AccountSummary } from './schemas.ts'

/** One answer holds at most this many; a `link` header leads to the rest. */
const max = 10_000

export const listAccounts = operation({
  id: 'listAccounts',
  method: 'GET',
  path: '/accounts',
  tag: 'accounts',
  summary: 'List all accounts by name',
  description: `Leaves edge accounts out unless asked. Holds ${max} at most; when there are more, a \`link\` header with rel="next" says where they go on.`,
  access: 'signedIn',
  query: Type.Object({ includeEdge: Type.Optional(Type.Boolean({ default: false })) }, { additionalProperties: false }),
  answers: { 200: Type.Array(AccountSummary) },
  async handler({ db, query }) {
    const rows = await summaryRows(db)
      .$if(!query.includeEdge, (some) => some.where('accounts.kind', '<>', 'edge'))
      .orderBy('accounts.name_key')
      .orderBy('accounts.id')
      .limit(max + 1)
      .execute()
    const next = `/accounts/adv?sort=name&size=200&page=${max / 200 + 1}${query.includeEdge ? '' : '&filter=kind!=edge'}`
    return reply(200, rows.slice(0, max).map(presentSummary), rows.length > max ? { link: `<${next}>; rel="next"` } : undefined)
  },
})
