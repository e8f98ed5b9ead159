import { Type } from 'typebox'
import { nextVersion, updateRow } from '../../../db/rows.ts'
import { operation } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { notifyCancelled } from './notify.ts'
import { reviewCan } from './policy.ts'
import { loadReview, loadReviewFacts, lockReview, reviewKind } from './queries.ts'
import { AccessReview, AccessReviewId } from './schemas.ts'

export const cancelAccessReview = operation({
  id: 'cancelAccessReview',
  method: 'POST',
  path: '/account-access/reviews/{id}/cancel',
  tag: 'account-access',
  summary: 'Cancel an access review before it closes',
  description:
    'No access is removed. Only the person who started the review and administrators can cancel it, unless it would remove their own access.',
  access: 'owner',
  params: AccessReviewId,
  body: Type.Object(
    {
      reason: Type.String({
        minLength: 3,
        maxLength: 500,
        pattern: '^[^\\x00]*\\S[^\\x00]*$',
        description: 'Reason for the cancellation, shown to the reviewers.',
      }),
    },
    { additionalProperties: false },
  ),
  responses: { 200: AccessReview },
  errors: ['notFound', 'wrongState', 'versionMismatch'],
  async handler({ db, actor, params, body, now, allow, ifMatch, audit, changed }) {
    const row = await lockReview(db, params.id)
    const subject = { kind: reviewKind, id: row.id }
    audit({ subject })
    const { facts } = await loadReviewFacts(db, actor, row.id)
    allow(reviewCan(actor, { ...facts, status: 'open' }).cancel)
    requireState(reviewCan(actor, facts).cancel)
    ifMatch(row.version)
    const reason = body.reason.trim()
    if (row.status === 'open') await notifyCancelled(db, row, reason)
    await updateRow(db, 'access_reviews', row.id, { status: 'cancelled', cancel_reason: reason, ...nextVersion(now()) })
    audit({ subject, before: { status: row.status }, after: { status: 'cancelled', reason } })
    await changed(reviewKind, row.id)
    return loadReview(db, actor, row.id)
  },
})
