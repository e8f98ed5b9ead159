import { sql } from 'kysely'
import { Type } from 'typebox'
import { findPage, ListQuery, Page, sortByIds } from '../../../http/list.ts'
import { operation } from '../../../http/operation.ts'
import { Can } from '../../../people/schemas.ts'
import { canDoInAccount } from '../../accounts/accounts/policy.ts'
import { loadAccount } from '../../accounts/accounts/queries.ts'
import { AccountId } from '../../accounts/accounts/schemas.ts'
import { incidentList } from './list.ts'
import { canRaise } from './policy.ts'
import { loadIncidents } from './queries.ts'
import { Incident } from './schemas.ts'

export const listAccountIncidents = operation({
  id: 'listAccountIncidents',
  method: 'GET',
  path: '/accounts/{id}/incidents',
  tag: 'incidents',
  summary: 'List an account’s incidents raised through Slipway, latest first',
  description:
    'Owners, administrators and auditors get all incidents; other people get their own. Slipway updates the status from ServiceNow.',
  access: 'signedIn',
  params: AccountId,
  query: ListQuery,
  responses: {
    200: Type.Object({
      ...Page(Incident).properties,
      ownOnly: Type.Boolean(),
      can: Can,
    }),
  },
  errors: ['notFound', 'invalidFilter'],
  async handler({ db, config, actor, params, query }) {
    const account = await loadAccount(db, actor, params.id)
    const ownOnly = canDoInAccount(actor, 'seeAll', account) !== true
    const condition = ownOnly
      ? sql<boolean>`i.account_id = ${account.id} and i.raised_by = ${actor.id}`
      : sql<boolean>`i.account_id = ${account.id}`
    const { ids, ...page } = await findPage(db, incidentList, query, condition)
    return { ...page, items: sortByIds(ids, await loadIncidents(db, config, ids)), ownOnly, can: { raise: canRaise(account) } }
  },
})
