import { sql } from 'kysely'
import { Type } from 'typebox'
import { findPage, ListQuery, sortByIds } from '../../../http/list.ts'
import { operation } from '../../../http/operation.ts'
import { Uuid } from '../../../people/schemas.ts'
import { accountCan } from '../../accounts/accounts/policy.ts'
import { loadAccount } from '../../accounts/accounts/queries.ts'
import { differenceList } from './list.ts'
import { canResolveSql, differenceRows, differencesFrom, loadCompared, presentDifference } from './queries.ts'
import { AccessDifferences } from './schemas.ts'

const maxCounted = 1_000

export const listAccessDifferences = operation({
  id: 'listAccessDifferences',
  method: 'GET',
  path: '/account-access/differences',
  tag: 'account-access',
  summary: 'List differences between the directory and the recorded access, latest first',
  description: 'Covers accounts that you own, or all accounts for administrators and auditors.',
  access: 'signedIn',
  query: Type.Object(
    {
      ...ListQuery.properties,
      account: Type.Optional(Uuid),
      status: Type.Optional(
        Type.Enum(['open', 'resolved'], { default: 'open', description: 'resolved: a person resolved it, or it no longer exists.' }),
      ),
    },
    { additionalProperties: false },
  ),
  responses: { 200: AccessDifferences },
  errors: ['notFound', 'invalidFilter'],
  async handler({ db, actor, query: { account, status = 'open', ...query }, config }) {
    const scope = sql<boolean>`${canResolveSql(actor)} and ${account ? sql`a.id = ${account}` : sql`true`}`
    const filter = status === 'open' ? sql<boolean>`d.status = 'open' and ${scope}` : sql<boolean>`d.status <> 'open' and ${scope}`
    const { ids, page, size, total, totalIsCapped } = await findPage(db, differenceList(status), query, filter)
    const rows = await differenceRows(db, actor, sql`where d.id = any (${ids}::uuid[])`)
    const openCount = await sql<{ n: number }>`select count(*) as n from (
      select from ${differencesFrom} where d.status = 'open' and ${scope} limit ${maxCounted}) counted`.execute(db)
    const manageVerdict = account ? accountCan(actor, await loadAccount(db, actor, account)).manageAccess : 'Choose an account to scan.'
    return {
      items: sortByIds(ids, rows).map((row) => presentDifference(actor, row)),
      page,
      size,
      total: Math.min(total, maxCounted),
      totalIsCapped: totalIsCapped || total > maxCounted,
      open: openCount.rows[0]!.n,
      compared: await loadCompared(db, scope, config.reconcileMinutes),
      can: { look: manageVerdict },
    }
  },
})
