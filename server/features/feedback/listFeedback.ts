import { findPage, ListQuery, Page } from '../../http/list.ts'
import { operation } from '../../http/operation.ts'
import { feedbackList } from './list.ts'
import { readFeedbacks } from './queries.ts'
import { PlatformFeedback } from './schemas.ts'

export const listFeedback = operation({
  id: 'listFeedback',
  method: 'GET',
  path: '/feedback',
  tag: 'feedback',
  summary: 'All feedback by page, sorted, filtered and searched',
  access: 'adminOrAuditor',
  query: ListQuery,
  answers: { 200: Page(PlatformFeedback) },
  errors: ['invalidFilter'],
  async handler({ db, actor, query }) {
    const { ids, ...page } = await findPage(db, feedbackList, query)
    return { ...page, items: await readFeedbacks(db, actor, ids) }
  },
})
