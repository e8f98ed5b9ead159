import { operation } from '../../../http/operation.ts'
import { canSeePart } from './policy.ts'
import { loadReview } from './queries.ts'
import { AccessReview, AccessReviewId } from './schemas.ts'

export const getAccessReview = operation({
  id: 'getAccessReview',
  method: 'GET',
  path: '/account-access/reviews/{id}',
  tag: 'account-access',
  summary: 'Get an access review with its progress and result',
  description: 'Visible to reviewers, the people responsible for its scope, the person who started it, administrators and auditors.',
  access: 'owner',
  params: AccessReviewId,
  responses: { 200: AccessReview },
  errors: ['notFound'],
  handler: ({ db, actor, params, allow }) => loadReview(db, actor, params.id, (facts) => allow(canSeePart(actor, facts))),
})
