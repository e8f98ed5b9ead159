import { describeList, ListOptions, OptionsQuery } from '../../http/listOptions.ts'
import { operation } from '../../http/operation.ts'
import { existingGroups, groupList } from './list.ts'

export const getAccessGroupsAdvOptions = operation({
  id: 'getAccessGroupsAdvOptions',
  method: 'GET',
  path: '/account-access/groups/adv/options',
  tag: 'account-access',
  summary: 'What access groups can be filtered and sorted by, with counts',
  access: 'signedIn',
  query: OptionsQuery,
  answers: { 200: ListOptions },
  errors: ['invalidFilter'],
  async handler({ db, query }) {
    const names = async (table: 'towers' | 'families') =>
      Object.fromEntries((await db.selectFrom(table).select(['id', 'name']).execute()).map(({ id, name }) => [id, name]))
    return describeList(db, groupList, query, existingGroups, { tower: () => names('towers'), family: () => names('families') })
  },
})
