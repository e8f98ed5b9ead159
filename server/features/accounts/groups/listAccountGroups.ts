import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { readAccount } from '../accounts/queries.ts'
import { AccountId } from '../accounts/schemas.ts'
import { InsightQuery } from '../insights/schemas.ts'
import { groupsOutside } from './directory.ts'
import { readGroups } from './queries.ts'
import { AccessGroup } from './schemas.ts'

export const listAccountGroups = operation({
  id: 'listAccountGroups',
  method: 'GET',
  path: '/accounts/{id}/groups',
  tag: 'accounts',
  summary: 'The access groups of an account, by name',
  description:
    'What each lets one do, and what you have of it. Who is in them is for owners, administrators and auditors; a directory that does not answer leaves that out.',
  access: 'signedIn',
  params: AccountId,
  query: InsightQuery,
  answers: { 200: Type.Array(AccessGroup) },
  errors: ['notFound'],
  prepare: (preparation) => groupsOutside(preparation, preparation.params.id, preparation.query.refresh),
  async handler({ db, actor, params }, outside) {
    return readGroups(db, actor, await readAccount(db, actor, params.id), outside)
  },
})
