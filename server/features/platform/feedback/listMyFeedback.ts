import { sql } from 'kysely'
import { findPage, ListQuery, Page } from '../../../http/list.ts'
import { operation } from '../../../http/operation.ts'
import { feedbackList } from './list.ts'
import { loadFeedbacks } from './queries.ts'
import { PlatformFeedback } from './schemas.ts'

export const listMyFeedback = operation({
  id: 'listMyFeedback',
  method: 'GET',
  path: '/feedback/mine',
  tag: 'feedback',
  summary: 'List your feedback and its status, latest first',
  access: 'signedIn',
  query: ListQuery,
  responses: { 200: Page(PlatformFeedback) },
  errors: ['invalidFilter'],
  async handler({ db, actor, query }) {
    const { ids, ...page } = await findPage(db, feedbackList, query, sql<boolean>`f.person_id = ${actor.id}`)
    return { ...page, items: await loadFeedbacks(db, actor, ids) }
  },
})
