import { Type } from 'typebox'
import { operation, reply } from '../../../http/operation.ts'
import { presentSummary, summaryRows } from './queries.ts'
import { AccountSummary } from './schemas.ts'

const maxAccounts = 10_000

export const listAccounts = operation({
  id: 'listAccounts',
  method: 'GET',
  path: '/accounts',
  tag: 'accounts',
  summary: 'List all accounts by name',
  description: `Returns up to ${maxAccounts} accounts, without edge accounts unless \`includeEdge\` is true. If there are more, the \`link\` header with rel="next" has the next page.`,
  access: 'signedIn',
  query: Type.Object({ includeEdge: Type.Optional(Type.Boolean({ default: false })) }, { additionalProperties: false }),
  responses: { 200: Type.Array(AccountSummary) },
  async handler({ db, query }) {
    const rows = await summaryRows(db)
      .$if(!query.includeEdge, (accountsQuery) => accountsQuery.where('accounts.kind', '<>', 'edge'))
      .orderBy('accounts.name_key')
      .orderBy('accounts.id')
      .limit(maxAccounts + 1)
      .execute()
    const nextLink = `/accounts/adv?sort=name&size=200&page=${maxAccounts / 200 + 1}${query.includeEdge ? '' : '&filter=kind!=edge'}`
    return reply(
      200,
      rows.slice(0, maxAccounts).map(presentSummary),
      rows.length > maxAccounts ? { link: `<${nextLink}>; rel="next"` } : undefined,
    )
  },
})
