import { sql } from 'kysely'
import { findPage, ListQuery, Page, sortByIds } from '../../../http/list.ts'
import { operation } from '../../../http/operation.ts'
import { presentAssignment, selectAssignments } from './assignments.ts'
import { endingDays, endingList, isEnding } from './ending.ts'
import { UserGroupAssignment } from './schemas.ts'

export const listExpiringAccess = operation({
  id: 'listExpiringAccess',
  method: 'GET',
  path: '/account-access/ending',
  tag: 'account-access',
  summary: 'List access to accounts that ends soon, earliest first',
  description: `Returns each membership once, with its last assignment, if it ends within ${endingDays} days or should have ended. Permanent memberships are left out.`,
  access: 'adminOrAuditor',
  query: ListQuery,
  responses: { 200: Page(UserGroupAssignment) },
  errors: ['invalidFilter'],
  async handler({ db, actor, query, now }) {
    const at = now()
    const { ids, ...page } = await findPage(db, endingList, query, isEnding(at))
    const rows = await selectAssignments(db, actor).where(sql<boolean>`m.id = any (${ids}::uuid[])`).execute()
    return { ...page, items: sortByIds(ids, rows).map((row) => presentAssignment(actor, row, at)) }
  },
})
