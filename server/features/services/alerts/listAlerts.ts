import { sql } from 'kysely'
import { findPage, ListQuery, Page } from '../../../http/list.ts'
import { operation } from '../../../http/operation.ts'
import { loadAccount } from '../../accounts/accounts/queries.ts'
import { AccountId } from '../../accounts/accounts/schemas.ts'
import { alertList } from './list.ts'
import { canSeeAlerts } from './policy.ts'
import { loadAlerts } from './queries.ts'
import { Alert } from './schemas.ts'

export const listAlerts = operation({
  id: 'listAlerts',
  method: 'GET',
  path: '/accounts/{id}/alerts',
  tag: 'incidents',
  summary: 'List an account’s alerts with their incidents, with paging, sorting, filters and search',
  access: 'owner',
  params: AccountId,
  query: ListQuery,
  responses: { 200: Page(Alert) },
  errors: ['notFound', 'invalidFilter'],
  async handler({ db, actor, params, query, allow, config }) {
    const account = await loadAccount(db, actor, params.id)
    allow(canSeeAlerts(actor, account))
    const { ids, ...page } = await findPage(db, alertList, query, sql<boolean>`g.account_id = ${account.id}`)
    return { ...page, items: await loadAlerts(db, config, ids) }
  },
})
