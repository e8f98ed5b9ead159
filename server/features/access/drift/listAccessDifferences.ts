import { sql } from 'kysely'
import { Type } from 'typebox'
import { ListQuery } from '../../../http/list.ts'
import { operation } from '../../../http/operation.ts'
import { Uuid } from '../../../people/schemas.ts'
import { accountCan } from '../../accounts/accounts/policy.ts'
import { readAccount } from '../../accounts/accounts/queries.ts'
import { differenceRows, mine, presentDifference, readCompared } from './queries.ts'
import { AccessDifferences } from './schemas.ts'

/** More are not counted. */
const mostCounted = 1_000

export const listAccessDifferences = operation({
  id: 'listAccessDifferences',
  method: 'GET',
  path: '/account-access/differences',
  tag: 'account-access',
  summary: 'Where the directory differs from what was granted, the latest first',
  description:
    'Who is in an access group without a grant, whose grant has lost its membership, and groups that are gone; of the accounts the caller owns. Administrators and auditors see all.',
  access: 'signedIn',
  query: Type.Object(
    {
      ...Type.Pick(ListQuery, ['page', 'size']).properties,
      account: Type.Optional(Uuid),
      status: Type.Optional(Type.Enum(['open', 'settled'], { default: 'open', description: 'settled: also what vanished by itself.' })),
    },
    { additionalProperties: false },
  ),
  answers: { 200: AccessDifferences },
  errors: ['notFound'],
  async handler({ db, actor, query, config }) {
    const { page = 1, size = 25, account, status = 'open' } = query
    const scope = sql<boolean>`${mine(actor)} and ${account ? sql`a.id = ${account}` : sql`true`}`
    const [is, at] = status === 'open' ? [sql`=`, sql`d.first_seen_at`] : [sql`<>`, sql`d.settled_at`]
    const count = async (which: typeof is) => {
      const { rows } = await sql<{ n: number }>`select count(*) as n from (
        select from access_differences d join accounts a on a.id = d.account_id where d.status ${which} 'open' and ${scope}
        limit ${mostCounted + 1}) counted`.execute(db)
      return rows[0]!.n
    }
    const rows = await differenceRows(
      db,
      actor,
      sql`where d.status ${is} 'open' and ${scope} order by ${at} desc, d.id limit ${size} offset ${(page - 1) * size}`,
    )
    const open = await count(sql`=`)
    const total = status === 'open' ? open : await count(is)
    const look = account ? accountCan(actor, await readAccount(db, actor, account)).manageAccess : 'Choose an account to look at now.'
    return {
      items: rows.map((row) => presentDifference(actor, row)),
      page,
      size,
      total: Math.min(total, mostCounted),
      totalIsCapped: total > mostCounted,
      open: Math.min(open, mostCounted),
      compared: await readCompared(db, scope, config.reconcileMinutes),
      can: { look },
    }
  },
})
