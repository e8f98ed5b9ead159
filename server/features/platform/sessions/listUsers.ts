import { findPage, ListQuery, Page, sortByIds } from '../../../http/list.ts'
import { operation } from '../../../http/operation.ts'
import { loadUsers, userList } from './queries.ts'
import { User } from './schemas.ts'

export const listUsers = operation({
  id: 'listUsers',
  method: 'GET',
  path: '/admin/users',
  tag: 'sessions',
  summary: 'List people by page, with roles, open sessions and what they own',
  access: 'adminOrAuditor',
  query: ListQuery,
  responses: { 200: Page(User) },
  errors: ['invalidFilter'],
  async handler({ db, actor, query, now, config }) {
    const { ids, ...page } = await findPage(db, userList, query)
    if (ids.length === 0) return { ...page, items: [] }
    const userContext = { db, actor, now: now(), idleSeconds: config.session.idleSeconds }
    return { ...page, items: sortByIds(ids, await loadUsers(userContext, ids)) }
  },
})
