import { describeList, ListOptions, OptionsQuery } from '../../../http/listOptions.ts'
import { operation } from '../../../http/operation.ts'
import { visibleGroups } from './groups.ts'
import { sandboxGroupList } from './list.ts'
import { optionNames } from './optionNames.ts'

export const getSandboxAccessGroupsAdvOptions = operation({
  id: 'getSandboxAccessGroupsAdvOptions',
  method: 'GET',
  path: '/sandbox-access/groups/adv/options',
  tag: 'sandbox-access',
  summary: 'List the filter and sort fields of sandbox groups, with counts',
  access: 'signedIn',
  query: OptionsQuery,
  responses: { 200: ListOptions },
  errors: ['invalidFilter'],
  handler: ({ db, actor, query, now }) => describeList(db, sandboxGroupList(now()), query, visibleGroups(actor), optionNames(actor)),
})
