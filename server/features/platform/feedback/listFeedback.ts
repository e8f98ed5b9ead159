import { findPage, InMemoryListQuery, nextPageOf, PageWithNext, wholeSize } from '../../../http/list.ts'
import { operation } from '../../../http/operation.ts'
import { feedbackList } from './list.ts'
import { loadFeedbacks } from './queries.ts'
import { PlatformFeedback } from './schemas.ts'

export const listFeedback = operation({
  id: 'listFeedback',
  method: 'GET',
  path: '/feedback',
  tag: 'feedback',
  summary: 'List all feedback, with sorting, filters and search',
  description: `A page has at most ${wholeSize} entries; \`nextPage\` is the number of the next page.`,
  access: 'adminOrAuditor',
  query: InMemoryListQuery,
  responses: { 200: PageWithNext(PlatformFeedback) },
  errors: ['invalidFilter'],
  async handler({ db, actor, query }) {
    const { ids, ...page } = await findPage(db, feedbackList, { size: wholeSize, ...query })
    return { ...page, items: await loadFeedbacks(db, actor, ids), nextPage: nextPageOf(page, ids.length) }
  },
})
