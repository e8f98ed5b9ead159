import { sql } from 'kysely'
import { Type } from 'typebox'
import { findPage, type ListDefinition, ListQuery, Page, sortByIds } from '../../../http/list.ts'
import { operation } from '../../../http/operation.ts'
import { Uuid } from '../../../people/schemas.ts'
import { loadAccount } from '../../accounts/accounts/queries.ts'
import { canSeeActivations } from './policy.ts'
import { activationsOf, loadActivations, openStatuses } from './queries.ts'
import { PimActivation } from './schemas.ts'

const list: ListDefinition = {
  from: sql`pim_activations t`,
  id: sql`t.id`,
  defaultSort: '-createdAt',
  fields: {
    status: {
      label: 'Status',
      type: 'enum',
      column: sql`t.status`,
      values: [...openStatuses, 'ended', 'deactivated', 'cancelled', 'denied', 'expired', 'failed'],
    },
    role: { label: 'Role', type: 'text', column: sql`t.role_name`, sort: false },
    person: { label: 'Person', type: 'id', column: sql`t.person_id`, sort: false },
    account: { label: 'Account', type: 'id', column: sql`t.account_id`, sort: false },
    createdAt: { label: 'Requested', type: 'date', column: sql`t.created_at` },
  },
}

export const listPimActivations = operation({
  id: 'listPimActivations',
  method: 'GET',
  path: '/pim/activations',
  tag: 'pim',
  summary: 'List privileged roles that you activated or requested, or all of an account',
  access: 'signedIn',
  query: Type.Object(
    {
      ...ListQuery.properties,
      accountId: Type.Optional({
        ...Uuid,
        description: 'Return everyone’s roles in this account. Only its owners, administrators and auditors can set this.',
      }),
    },
    { additionalProperties: false },
  ),
  responses: { 200: Page(PimActivation) },
  errors: ['invalidFilter', 'notFound', 'forbidden'],
  async handler({ db, actor, config, query: { accountId, ...query }, allow, audit }) {
    if (accountId) {
      audit({ subject: { kind: 'account', id: accountId } })
      allow(canSeeActivations(actor, await loadAccount(db, actor, accountId)))
    }
    const { ids, ...page } = await findPage(db, list, query, activationsOf(accountId ? { accountId } : { personId: actor.id }))
    return { items: sortByIds(ids, await loadActivations(db, actor, config, ids)), ...page }
  },
})
