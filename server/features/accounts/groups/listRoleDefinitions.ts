import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { Timestamp } from '../../../people/schemas.ts'
import { AccountId } from '../accounts/schemas.ts'
import { fetchCloud } from '../insights/fetchCloud.ts'
import { InsightQuery } from '../insights/schemas.ts'
import { rolesOf } from './roles.ts'
import { RoleDefinition } from './schemas.ts'

export const listRoleDefinitions = operation({
  id: 'listRoleDefinitions',
  method: 'GET',
  path: '/accounts/{id}/roleDefinitions',
  tag: 'accounts',
  summary: 'List the roles you can assign in an account, custom roles first',
  description: '`fetchedAt` is when the data was read from Azure, at most one minute ago.',
  access: 'owner',
  params: AccountId,
  query: InsightQuery,
  responses: { 200: Type.Object({ items: Type.Array(RoleDefinition), fetchedAt: Timestamp }) },
  errors: ['notFound', 'notKnownYet', 'outsideFailed'],
  prepare: (preparation) =>
    fetchCloud(
      preparation,
      preparation.params.id,
      'role definitions',
      (subscriptionId) => rolesOf(preparation.clients, subscriptionId),
      'roles',
    ),
  async handler({ allow, audit }, { accountId, verdict, found }) {
    audit({ subject: { kind: 'account', id: accountId } })
    allow(verdict)
    return { items: found!.value, fetchedAt: found!.fetchedAt.toISOString() }
  },
})
