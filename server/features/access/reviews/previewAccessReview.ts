import { operation } from '../../../http/operation.ts'
import { canReview } from './policy.ts'
import { entriesInTime, previewReview } from './preview.ts'
import { ReviewPlan, ReviewPreview } from './schemas.ts'
import { requireScope, subjectOf } from './scope.ts'

export const previewAccessReview = operation({
  id: 'previewAccessReview',
  method: 'POST',
  path: '/account-access/reviews/preview',
  tag: 'account-access',
  summary: 'Preview an access review: memberships and reviewers',
  description: 'Changes nothing. Reviewers are determined again at each decision, so they can differ later.',
  access: 'owner',
  changesNothing: true,
  body: ReviewPlan,
  answers: { 200: ReviewPreview },
  errors: ['notFound'],
  prepare: (preparation) => entriesInTime(preparation, preparation.body),
  async handler({ db, actor, body, allow, audit }, entries) {
    audit({ subject: subjectOf(body.scope) })
    allow(canReview(actor, await requireScope(db, body.scope)))
    return previewReview(db, body, entries)
  },
})
