import { operation } from '../../../http/operation.ts'
import { seesSome } from './policy.ts'
import { readReview } from './queries.ts'
import { AccessReview, AccessReviewId } from './schemas.ts'

export const getAccessReview = operation({
  id: 'getAccessReview',
  method: 'GET',
  path: '/account-access/reviews/{id}',
  tag: 'account-access',
  summary: 'An access review: how far it is, and in the end its result',
  description: 'For those who decide in it, those in charge of what it is about, whoever started it, administrators and auditors.',
  access: 'owner',
  params: AccessReviewId,
  answers: { 200: AccessReview },
  errors: ['notFound'],
  handler: ({ db, actor, params, allow }) => readReview(db, actor, params.id, (facts) => allow(seesSome(actor, facts))),
})
