import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { loadAccount } from '../accounts/queries.ts'
import { AccountId } from '../accounts/schemas.ts'
import { InsightQuery } from '../insights/schemas.ts'
import { fetchDirectoryGroups } from './directory.ts'
import { loadGroups } from './queries.ts'
import { AccessGroup } from './schemas.ts'

export const listAccountGroups = operation({
  id: 'listAccountGroups',
  method: 'GET',
  path: '/accounts/{id}/groups',
  tag: 'accounts',
  summary: 'List the access groups of an account, by name',
  description:
    'Includes the permissions of each group and your access. Only owners, administrators and auditors get the members, which are omitted if the directory is unavailable.',
  access: 'signedIn',
  params: AccountId,
  query: InsightQuery,
  responses: { 200: Type.Array(AccessGroup) },
  errors: ['notFound'],
  prepare: (preparation) => fetchDirectoryGroups(preparation, preparation.params.id, preparation.query.refresh),
  async handler({ db, actor, params }, directoryGroups) {
    return loadGroups(db, actor, await loadAccount(db, actor, params.id), directoryGroups)
  },
})
