import { operation } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { startClosing } from './close/startClosing.ts'
import { reviewCan } from './policy.ts'
import { loadReview, loadReviewFacts, lockReview, reviewKind } from './queries.ts'
import { AccessReview, AccessReviewId } from './schemas.ts'

export const closeAccessReview = operation({
  id: 'closeAccessReview',
  method: 'POST',
  path: '/account-access/reviews/{id}/close',
  tag: 'account-access',
  summary: 'Close an access review after all decisions are made, and apply them',
  description:
    'A review also closes automatically on its due date. Slipway removes rejected members from the directory and confirms that they are gone.',
  access: 'owner',
  params: AccessReviewId,
  responses: { 202: AccessReview },
  errors: ['notFound', 'wrongState', 'versionMismatch'],
  async handler({ db, jobs, actor, params, now, allow, ifMatch, audit, changed }) {
    const row = await lockReview(db, params.id)
    const subject = { kind: reviewKind, id: row.id }
    audit({ subject })
    const { facts } = await loadReviewFacts(db, actor, row.id)
    allow(reviewCan(actor, { ...facts, status: 'open', pending: 0 }).close)
    requireState(reviewCan(actor, facts).close)
    ifMatch(row.version)
    await startClosing({ db, jobs }, row, actor.id, now())
    audit({ subject, before: { status: row.status }, after: { status: 'closing' } })
    await changed(reviewKind, row.id)
    return loadReview(db, actor, row.id)
  },
})
