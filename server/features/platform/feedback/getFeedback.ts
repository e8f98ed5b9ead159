import { operation } from '../../../http/operation.ts'
import { canSeeFeedback } from './policy.ts'
import { loadFeedback } from './queries.ts'
import { FeedbackId, PlatformFeedback } from './schemas.ts'

export const getFeedback = operation({
  id: 'getFeedback',
  method: 'GET',
  path: '/feedback/{id}',
  tag: 'feedback',
  summary: 'Get feedback with the reply',
  access: 'owner',
  params: FeedbackId,
  responses: { 200: PlatformFeedback },
  errors: ['notFound'],
  async handler({ db, actor, params, allow }) {
    const feedback = await loadFeedback(db, actor, params.id)
    allow(canSeeFeedback(actor, { personId: feedback.person.id }))
    return feedback
  },
})
