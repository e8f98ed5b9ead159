import { sql } from 'kysely'
import { describeList, ListOptions, OptionsQuery } from '../../../http/listOptions.ts'
import { operation } from '../../../http/operation.ts'
import { existingGroups, groupList } from './list.ts'

export const getAccessGroupsAdvOptions = operation({
  id: 'getAccessGroupsAdvOptions',
  method: 'GET',
  path: '/account-access/groups/adv/options',
  tag: 'account-access',
  summary: 'List the filter and sort fields of access groups, with counts',
  access: 'signedIn',
  query: OptionsQuery,
  responses: { 200: ListOptions },
  errors: ['invalidFilter'],
  handler: ({ db, query }) =>
    describeList(db, groupList, query, existingGroups, {
      tower: sql`select id, name from towers`,
      family: sql`select id, name from families where deleted_at is null`,
    }),
})
