import { operation } from '../../../http/operation.ts'
import { canReview } from './policy.ts'
import { entriesWithTimeout, previewReview } from './preview.ts'
import { ReviewPlan, ReviewPreview } from './schemas.ts'
import { requireScope, subjectOf } from './scope.ts'

export const previewAccessReview = operation({
  id: 'previewAccessReview',
  method: 'POST',
  path: '/account-access/reviews/preview',
  tag: 'account-access',
  summary: 'Preview the memberships and reviewers of an access review',
  description: 'Changes nothing. The reviewers can change, because Slipway determines them again at each decision.',
  access: 'owner',
  readOnly: true,
  body: ReviewPlan,
  responses: { 200: ReviewPreview },
  errors: ['notFound'],
  prepare: (preparation) => entriesWithTimeout(preparation, preparation.body),
  async handler({ db, actor, body, allow, audit }, entries) {
    audit({ subject: subjectOf(body.scope) })
    allow(canReview(actor, await requireScope(db, body.scope)))
    return previewReview({ db, actor }, body, entries)
  },
})
